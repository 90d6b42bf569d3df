import { useState } from "react";
import { mutate } from "swr";
import type { StaffMember } from "@/api/types";
import { forgetSession } from "@/parts/accounts/auth";
import { checkProof, NO_PROOF, ProofFields, useSecondFactor } from "@/parts/accounts/ProofFields";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Checkbox } from "@/ui/forms/Checkbox";
import { toast } from "@/ui/overlays/toast";
import { STAFF_KEY } from "../desk/live/calls";
import { postRemoval, postReset } from "./calls";

type Props = DialogProps & { member: StaffMember; purpose: "remove" | "reset" };

/** Removes a member's access, or resets the second factor of a member who lost their device. */
export default function MemberDialog({ member, purpose, ...dialog }: Props) {
  const [proof, setProof] = useState(NO_PROOF);
  const [isSure, setSure] = useState(false);
  const { data } = useSecondFactor();
  const name = member.fullName ?? member.email;
  const isOwn = purpose === "remove" && member.isYou;
  const submit = useSubmit(
    () => ({
      ...checkProof(proof, data?.isOn),
      isSure: isOwn && !isSure ? "Confirm that you are sure." : undefined,
    }),
    async () => {
      if (purpose === "reset") await postReset(member.id, proof);
      else await postRemoval(member.id, { ...proof, isSure });
      dialog.onOpenChange(false);
      toast(
        purpose === "reset"
          ? { title: "Second Factor Reset", description: `${name} logs in with a password only.` }
          : { title: "Removed From Staff", description: `${name} is logged out everywhere.` },
      );
      if (isOwn) await forgetSession();
      else await mutate(STAFF_KEY);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={
        purpose === "reset"
          ? `Reset the second factor of ${name}?`
          : isOwn
            ? "End your own access?"
            : `Remove ${name} from the staff?`
      }
      action={purpose === "reset" ? "Reset" : "Remove"}
      working="Working..."
      danger
      keep="Cancel"
      failed="Nothing was changed"
    >
      <p>
        {purpose === "reset"
          ? "For a lost device. They are logged out everywhere, log in with their password only, and should set it up again."
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
    </SubmitDialog>
  );
}
