import { useState } from "react";
import { patchUserAsStaff } from "../calls";
import type { User } from "@/api/types";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../../table/data/refresh";
import css from "./users.module.css";

export const LICENSE_STATUSES = [
  { value: "unknown", label: "Unknown" },
  { value: "active", label: "Active" },
  { value: "suspended", label: "Suspended" },
];

const wordOf = (status: string) =>
  LICENSE_STATUSES.find(({ value }) => value === status)?.label ?? status;

/** Sets the license status, and with it the driving profile; shown at once, put back when the server refuses. */
export function LicenseSelect({ user }: { user: Pick<User, "id" | "licenseStatus"> }) {
  const [chosen, setChosen] = useState<string | null>(null);
  async function choose(status: string) {
    setChosen(status);
    try {
      await patchUserAsStaff(user.id, { licenseStatus: status });
      toast({ title: "Status Updated", description: `License status is now ${wordOf(status)}.` });
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
      aria-label={`License status of user ${user.id}`}
      value={chosen ?? user.licenseStatus}
      onChange={(event) => void choose(event.target.value)}
    >
      {LICENSE_STATUSES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
