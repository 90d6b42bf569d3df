import { useState } from "react";
import type { User } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { markUpToDate } from "../../desk/filing/markUpToDate";
import { formatUserName } from "../formatUserName";
import css from "./users.module.css";

/** Marks a driver's record as up to date. From then on the driver sees their tickets. */
export function UpdateAll({ user }: { user: User }) {
  const [busy, setBusy] = useState(false);
  async function updateAll() {
    setBusy(true);
    await markUpToDate(user);
    setBusy(false);
  }
  return (
    <Button
      variant="secondary"
      compact
      className={css.dense}
      loading={busy}
      aria-label={`Update All for ${formatUserName(user)}`}
      onClick={() => void updateAll()}
    >
      Update All
    </Button>
  );
}
