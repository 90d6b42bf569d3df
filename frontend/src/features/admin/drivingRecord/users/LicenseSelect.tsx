import { useState } from "react";
import type { LicenseStatus, User } from "@/api/types";
import { keysOf } from "@/lib/labels";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../../desk/live/refresh";
import { patchUserAsStaff } from "../calls";
import { formatUserName } from "../formatUserName";
import css from "./users.module.css";

const LABELS: Record<LicenseStatus, string> = {
  unknown: "Unknown",
  active: "Active",
  suspended: "Suspended",
};

/** Sets the license status, which also changes the driving profile. Undo restores `statusForUndo`, if it is given. */
async function saveStatus(
  user: User,
  status: LicenseStatus,
  statusForUndo?: LicenseStatus,
): Promise<void> {
  try {
    await patchUserAsStaff(user.id, { licenseStatus: status });
    toast({
      title: "Status Updated",
      description: `License status is now ${LABELS[status]}.`,
      ...(statusForUndo && {
        action: { label: "Undo", onAction: () => void saveStatus(user, statusForUndo) },
      }),
    });
    await refresh("/api/users", "/api/users?q", "/api/driving-profile", "/api/admin/users");
  } catch {
    toast({
      title: "Error",
      description: "Failed to update license status.",
      variant: "destructive",
    });
  }
}

/**
 * A select for the license status. Asks for confirmation, because a mouse wheel can change a focused select by
 * accident.
 */
export function LicenseSelect({ user }: { user: User }) {
  const [newStatus, setChosen] = useState<LicenseStatus | null>(null);
  const [isSaving, setSaving] = useState(false);
  async function confirmChange(status: LicenseStatus) {
    setSaving(true);
    await saveStatus(user, status, user.licenseStatus);
    setSaving(false);
    setChosen(null);
  }
  return (
    <>
      <select
        className={css.status}
        aria-label={`${formatUserName(user)}’s license status`}
        value={newStatus ?? user.licenseStatus}
        onChange={(event) => setChosen(event.target.value as LicenseStatus)}
      >
        {keysOf(LABELS).map((status) => (
          <option key={status} value={status}>
            {LABELS[status]}
          </option>
        ))}
      </select>
      {newStatus && (
        <Dialog
          open
          onOpenChange={() => setChosen(null)}
          title={`Change license status to ${LABELS[newStatus]}?`}
          description={`${formatUserName(user)}’s license status is currently ${LABELS[user.licenseStatus]}. This also changes the driving status that the driver sees on their profile.`}
          footer={
            <>
              <Button variant="secondary" onClick={() => setChosen(null)}>
                Cancel
              </Button>
              <Button
                data-first
                variant={newStatus === "suspended" ? "danger" : "primary"}
                loading={isSaving}
                loadingText="Saving..."
                onClick={() => void confirmChange(newStatus)}
              >
                Change to {LABELS[newStatus]}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
