import { useId, useState } from "react";
import { mutate } from "swr";
import { INVITATIONS_KEY, postInvitation } from "./calls";
import { checkProof, NO_PROOF, ProofFields, useSecondFactor } from "@/parts/accounts/ProofFields";
import { useSubmit } from "@/parts/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { CopyButton } from "@/ui/buttons/CopyButton";
import { Dialog } from "@/ui/overlays/Dialog";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import css from "./StaffPage.module.css";

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Invites somebody by mail or, where none can be sent, by a link that is shown once. */
export default function InviteDialog(dialog: Props) {
  const [email, setEmail] = useState("");
  const [proof, setProof] = useState(NO_PROOF);
  const [link, setLink] = useState<string | null>(null);
  const { data } = useSecondFactor();
  const formId = useId();
  const submit = useSubmit(
    () => ({
      email: email.trim() ? undefined : "Email is required",
      ...checkProof(proof, data?.isOn),
    }),
    async () => {
      const made = await postInvitation({ email: email.trim(), ...proof });
      await mutate(INVITATIONS_KEY);
      if (made.link) return setLink(made.link);
      dialog.onOpenChange(false);
      toast({ title: "Invitation Sent", description: `A mail is on its way to ${made.email}.` });
    },
  );
  return (
    <Dialog
      {...dialog}
      title={link ? "Hand over this link" : "Invite to the staff"}
      footer={
        link ? (
          <Button onClick={() => dialog.onOpenChange(false)}>Done</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
              Cancel
            </Button>
            <Button type="submit" form={formId} loading={submit.busy} loadingText="Inviting...">
              Invite
            </Button>
          </>
        )
      }
    >
      {link ? (
        <div className={css.form}>
          <p>
            This Lanewise sends no mail. The link works once, for 3 days, and is not shown again.
          </p>
          <p className={css.link}>{link}</p>
          <CopyButton text={link} failed="The browser refuses. Select the link and copy it.">
            Copy the link
          </CopyButton>
        </div>
      ) : (
        <form
          className={css.form}
          id={formId}
          ref={submit.form}
          onSubmit={submit.onSubmit}
          noValidate
        >
          {submit.failure && <Alert>{submit.failure}</Alert>}
          <TextField
            label="Email"
            type="email"
            name="email"
            autoComplete="off"
            autoCapitalize="none"
            hint="They will see and change every driver’s record."
            value={email}
            error={submit.wrong.email}
            onChange={(event) => {
              setEmail(event.target.value);
              submit.clear("email");
            }}
          />
          <ProofFields proof={proof} onChange={setProof} submit={submit} />
        </form>
      )}
    </Dialog>
  );
}
