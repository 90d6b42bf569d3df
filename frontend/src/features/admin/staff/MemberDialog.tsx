import { useId, useState } from "react";
import { mutate } from "swr";
import { forgetSession } from "@/parts/accounts/auth";
import { postRemoval, postReset, STAFF_KEY } from "./calls";
import type { StaffMember } from "@/api/types";
import { checkProof, NO_PROOF, ProofFields, useSecondFactor } from "@/parts/accounts/ProofFields";
import { useSubmit } from "@/parts/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Checkbox } from "@/ui/forms/Checkbox";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import css from "./StaffPage.module.css";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  member: StaffMember;
  purpose: "remove" | "reset";
};

/** Takes the role away, or helps somebody who lost their device. */
export default function MemberDialog({ member, purpose, ...dialog }: Props) {
  const [proof, setProof] = useState(NO_PROOF);
  const [isSure, setSure] = useState(false);
  const { data } = useSecondFactor();
  const formId = useId();
  const name = member.fullName ?? member.email;
  const isOwn = purpose === "remove" && member.isYou;
  const submit = useSubmit(
    () => ({
      ...checkProof(proof, data?.isOn),
      isSure: isOwn && !isSure ? "Say that you are sure." : undefined,
    }),
    async () => {
      if (purpose === "reset") await postReset(member.id, proof);
      else await postRemoval(member.id, { ...proof, isSure });
      dialog.onOpenChange(false);
      toast(
        purpose === "reset"
          ? { title: "Second Factor Reset", description: `${name} logs in by password alone.` }
          : { title: "Removed From Staff", description: `${name} is logged out everywhere.` },
      );
      if (isOwn) await forgetSession();
      else await mutate(STAFF_KEY);
    },
  );
  return (
    <Dialog
      {...dialog}
      title={
        purpose === "reset"
          ? `Reset the second factor of ${name}?`
          : isOwn
            ? "End your own access?"
            : `Remove ${name} from the staff?`
      }
      footer={
        <>
          <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            loading={submit.busy}
            loadingText="Working..."
          >
            {purpose === "reset" ? "Reset" : "Remove"}
          </Button>
        </>
      }
    >
      <form
        className={css.form}
        id={formId}
        ref={submit.form}
        onSubmit={submit.onSubmit}
        noValidate
      >
        {submit.failure && <Alert title="Nothing was changed">{submit.failure}</Alert>}
        <p>
          {purpose === "reset"
            ? "For a lost device. They are logged out everywhere, log in by their password alone, and should set it up again."
            : isOwn
              ? "You become a driver: every session of yours ends at once, with open chats. What you did stays in the audit trail."
              : "They become a driver: every session of theirs ends at once, with open chats. What they did stays in the audit trail."}
        </p>
        {isOwn && (
          <>
            <Checkbox
              label="I am sure: I lose access to the back office now"
              checked={isSure}
              onChange={(event) => {
                setSure(event.target.checked);
                submit.clear("isSure");
              }}
            />
            {submit.wrong.isSure && <Alert>{submit.wrong.isSure}</Alert>}
          </>
        )}
        <ProofFields proof={proof} onChange={setProof} submit={submit} />
      </form>
    </Dialog>
  );
}
