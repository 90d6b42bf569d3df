import { OwnCredentialFields, useCredentials } from "@/parts/accounts/OwnCredentialFields";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { postOtherSessionsEnd, postSessionEnd } from "../calls";

/** One session, with the name of its device, or all other sessions. */
export type SessionsToEnd = { id: number; device: string } | "others";

type Props = DialogProps & { ending: SessionsToEnd; onEnded: (ending: SessionsToEnd) => void };

export default function EndSessionsDialog({ ending, onEnded, ...dialog }: Props) {
  const own = useCredentials();
  const all = ending === "others";
  const submit = useSubmit(own.check, async () => {
    await (all ? postOtherSessionsEnd(own.proof) : postSessionEnd(ending.id, own.proof));
    onEnded(ending);
    dialog.onOpenChange(false);
    toast(
      all
        ? {
            title: "Other Sessions Ended",
            description: "You’re now logged in only on this device.",
          }
        : { title: "Session Ended", description: `${ending.device} is logged out.` },
    );
  });
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={all ? "End all other sessions?" : "End this session?"}
      description={
        all
          ? "This logs you out on every other device. You stay logged in here."
          : `This logs out ${ending.device} right away.`
      }
      action={all ? "End all others" : "End session"}
      working="Ending..."
      cancelLabel="Cancel"
    >
      <OwnCredentialFields own={own} submit={submit} />
    </SubmitDialog>
  );
}
