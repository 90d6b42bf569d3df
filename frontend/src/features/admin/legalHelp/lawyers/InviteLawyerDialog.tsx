import { useState } from "react";
import type { Lawyer } from "@/api/types";
import { checkProof, NO_PROOF, ProofFields, useSecondFactor } from "@/parts/accounts/ProofFields";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { CopyButton } from "@/ui/buttons/CopyButton";
import { toast } from "@/ui/overlays/toast";
import { postInvite } from "./calls";
import css from "./lawyers.module.css";

type Props = DialogProps & { lawyer: Lawyer };

/** Invites a lawyer to their pages by email. If none can be sent, it shows a link once. */
export default function InviteLawyerDialog({ lawyer, ...dialog }: Props) {
  const [proof, setProof] = useState(NO_PROOF);
  const [link, setLink] = useState<string | null>(null);
  const { data } = useSecondFactor();
  const submit = useSubmit(
    () => checkProof(proof, data?.isOn),
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
      description={`The invitation goes to ${lawyer.email}. With it, they choose a password and see the cases that are offered to them.`}
      action="Invite"
      working="Inviting..."
      keep="Cancel"
      done={
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
                    failed="Your browser blocked copying. Select the link and copy it."
                  >
                    Copy link
                  </CopyButton>
                </div>
              ),
            }
      }
    >
      <ProofFields proof={proof} onChange={setProof} submit={submit} />
    </SubmitDialog>
  );
}
