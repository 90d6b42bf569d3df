import { useState } from "react";
import type { User } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../../desk/live/refresh";
import { exactTime } from "../../desk/times";
import { calledUser } from "../calledUser";
import { postBulkUpdate } from "../calls";
import css from "./users.module.css";

/** Marks a driver's record as up to date. From then on the driver sees their tickets. */
export function UpdateAll({ user }: { user: User }) {
  const [busy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    try {
      const { updatedAt } = await postBulkUpdate(user.id);
      toast({
        title: "Update Complete",
        description: `${calledUser(user)} was last updated ${exactTime(updatedAt)}.`,
      });
      await refresh("/api/users", "/api/admin/users");
    } catch {
      toast({ title: "Error", description: "Failed to update user data.", variant: "destructive" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="secondary"
      compact
      className={css.dense}
      loading={busy}
      aria-label={`Update All for ${calledUser(user)}`}
      onClick={() => void run()}
    >
      Update All
    </Button>
  );
}
