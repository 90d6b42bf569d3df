import { useState } from "react";
import type { User } from "@/api/types";
import { useAction } from "@/parts/forms/useAction";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import { postEndSessionsOf } from "../calls";
import { formatUserName } from "../formatUserName";
import users from "../users/users.module.css";

/** Logs a driver out everywhere after a confirmation, for example when their phone was lost. */
export function EndSessions({ user }: { user: User }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { busy, run } = useAction(async () => {
    const { ended } = await postEndSessionsOf(user.id);
    setIsConfirming(false);
    toast({
      title: "Logged Out Everywhere",
      description:
        ended === 0
          ? `${formatUserName(user)} was not logged in.`
          : `${formatUserName(user)} has to log in again. We ended ${ended} ${ended === 1 ? "session" : "sessions"}.`,
    });
  });
  return (
    <>
      <Button
        variant="secondary"
        compact
        className={users.dense}
        onClick={() => setIsConfirming(true)}
      >
        Log driver out everywhere
      </Button>
      <Dialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Log ${formatUserName(user)} out everywhere?`}
        description="This logs the driver out on all devices. It doesn’t change their password. If someone else may know the password, ask the driver to choose a new one."
        footer={
          <>
            <Button variant="secondary" data-first="" onClick={() => setIsConfirming(false)}>
              Cancel
            </Button>
            <Button variant="danger" loading={busy} onClick={run}>
              Log driver out everywhere
            </Button>
          </>
        }
      />
    </>
  );
}
