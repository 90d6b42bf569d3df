import { useState } from "react";
import type { LicenseStatus, User } from "@/api/types";
import { wordsIn } from "@/lib/words";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../../desk/live/refresh";
import { calledUser } from "../calledUser";
import { patchUserAsStaff } from "../calls";
import css from "./users.module.css";

const LABELS: Record<LicenseStatus, string> = {
  unknown: "Unknown",
  active: "Active",
  suspended: "Suspended",
};

/** Sets the license status, and with it the driving profile; shown at once, put back when the server refuses. */
export function LicenseSelect({ user }: { user: User }) {
  const [chosen, setChosen] = useState<LicenseStatus | null>(null);
  async function choose(status: LicenseStatus) {
    setChosen(status);
    try {
      await patchUserAsStaff(user.id, { licenseStatus: status });
      toast({ title: "Status Updated", description: `License status is now ${LABELS[status]}.` });
      await refresh("/api/users", "/api/users?q", "/api/driving-profile", "/api/admin/users");
    } catch {
      toast({
        title: "Error",
        description: "Failed to update license status.",
        variant: "destructive",
      });
    }
    setChosen(null);
  }
  return (
    <select
      className={css.status}
      aria-label={`License status of ${calledUser(user)}`}
      value={chosen ?? user.licenseStatus}
      onChange={(event) => void choose(event.target.value as LicenseStatus)}
    >
      {wordsIn(LABELS).map((status) => (
        <option key={status} value={status}>
          {LABELS[status]}
        </option>
      ))}
    </select>
  );
}
