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
import { CopyButton } from "@/ui/buttons/CopyButton";
import { toast } from "@/ui/overlays/toast";
import { postInvite } from "./calls";
import css from "./lawyers.module.css";

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
      cancelLabel="Cancel"
      success={
        link === null
          ? null
          : {
              title: "Share this link",
              action: "Done",
              content: (
                <div className={css.form}>
                  <p>
                    This server can’t send email, so send this link yourself. It works once, expires
                    in 3 days, and won’t be shown again.
                  </p>
                  <p className={css.link}>{link}</p>
                  <CopyButton
                    text={link}
                    failureText="Your browser blocked copying. Select the link and copy it."
                  >
                    Copy link
                  </CopyButton>
                </div>
              ),
            }
      }
    >
      <CredentialFields credentials={proof} onChange={setProof} submit={submit} />
    </SubmitDialog>
  );
}
