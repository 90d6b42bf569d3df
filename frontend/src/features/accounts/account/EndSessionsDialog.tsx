import { OwnCredentialFields, useCredentials } from "@/parts/accounts/OwnCredentialFields";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { postOtherSessionsEnd, postSessionEnd } from "../calls";

/** The sessions to end: one session, with the name of its device, or all except the current one. */
export type SessionsToEnd = { id: number; device: string } | "others";

type Props = DialogProps & { sessions: SessionsToEnd; onEnded: (ending: SessionsToEnd) => void };

export default function EndSessionsDialog({ sessions, onEnded, ...dialog }: Props) {
  const credentials = useCredentials();
  const isAllOthers = sessions === "others";
  const submit = useSubmit(credentials.check, async () => {
    await (isAllOthers
      ? postOtherSessionsEnd(credentials.proof)
      : postSessionEnd(sessions.id, credentials.proof));
    onEnded(sessions);
    dialog.onOpenChange(false);
    toast(
      isAllOthers
        ? {
            title: "Other Devices Logged Out",
            description: "You’re now logged in only on this device.",
          }
        : { title: "Device Logged Out", description: `${sessions.device} is logged out.` },
    );
  });
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={isAllOthers ? "Log out all other devices?" : `Log out ${sessions.device}?`}
      description={
        isAllOthers
          ? "This logs you out on every other device. You stay logged in here."
          : "We’ll log that device out right away."
      }
      action={isAllOthers ? "Log out all others" : "Log out"}
      working="Logging out..."
    >
      <OwnCredentialFields form={credentials} submit={submit} />
    </SubmitDialog>
  );
}
