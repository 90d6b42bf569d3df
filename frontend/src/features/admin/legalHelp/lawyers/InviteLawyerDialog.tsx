import { useState } from "react";
import type { Lawyer } from "@/api/types";
import {
  checkCredentials,
  NO_CREDENTIALS,
  CredentialFields,
  useSecondFactor,
} from "@/parts/accounts/CredentialFields";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { InvitationLink } from "@/parts/accounts/InvitationLink";
import { postInvite } from "./calls";

type Props = DialogProps & { lawyer: Lawyer };

/** Invites a lawyer by email. If the server can't send email, shows the link once. */
export default function InviteLawyerDialog({ lawyer, ...dialog }: Props) {
  const [proof, setProof] = useState(NO_CREDENTIALS);
  const [link, setLink] = useState<string | null>(null);
  const { data } = useSecondFactor();
  const submit = useSubmit(
    () => checkCredentials(proof, data?.isOn),
    async () => {
      const made = await postInvite(lawyer.id, proof);
      if (made.link) return setLink(made.link);
      dialog.onOpenChange(false);
      toast({ title: "Invitation Sent", description: `An email is on its way to ${made.email}.` });
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Invite ${lawyer.name}`}
      description={`The invitation goes to ${lawyer.email}. They’ll use it to choose a password. Then they can see the cases we offer them.`}
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
      <CredentialFields credentials={proof} onChange={setProof} submit={submit} />
    </SubmitDialog>
  );
}
