import { useState } from "react";
import { mutate } from "swr";
import {
  checkCredentials,
  NO_CREDENTIALS,
  CredentialFields,
  useSecondFactor,
} from "@/parts/accounts/CredentialFields";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { InvitationLink } from "@/parts/accounts/InvitationLink";
import { INVITATIONS_KEY, postInvitation } from "./calls";

/** Invites a person to the staff by email. If the server can't send email, shows the link once. */
export default function InviteDialog(dialog: DialogProps) {
  const [email, setEmail] = useState("");
  const [credentials, setCredentials] = useState(NO_CREDENTIALS);
  const [link, setLink] = useState<string | null>(null);
  const { data } = useSecondFactor();
  const submit = useSubmit(
    () => ({
      email: email.trim() ? undefined : "Email is required",
      ...checkCredentials(credentials, data?.isOn),
    }),
    async () => {
      const invitation = await postInvitation({ email: email.trim(), ...credentials });
      await mutate(INVITATIONS_KEY);
      if (invitation.link) return setLink(invitation.link);
      dialog.onOpenChange(false);
      toast({
        title: "Invitation Sent",
        description: `An email is on its way to ${invitation.email}.`,
      });
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Invite a staff member"
      action="Invite"
      working="Inviting..."
      success={
        link === null
          ? null
          : {
              title: "Share this link",
              action: "Done",
              content: <InvitationLink link={link} />,
            }
      }
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        hint="Staff can see and change every driver’s record."
        {...submit.bind("email", email, setEmail)}
      />
      <CredentialFields credentials={credentials} onChange={setCredentials} submit={submit} />
    </SubmitDialog>
  );
}
