import type { LegalCase } from "@/api/types";
import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { type CaseProps, useCaseSubmit } from "./useCaseSubmit";

/** Maximum length of a reason or note, in characters. */
export const MAX_NOTE_LENGTH = 2000;

/** The texts of a change of a case, and the request that makes the change (`send`). */
export type CaseChange = {
  title: string;
  description: string;
  /** Hint of the reason's field. Without it, the change needs no reason. */
  reasonHint?: string;
  action: string;
  working: string;
  danger?: boolean;
  /** `reason` is empty if the change needs no reason. */
  send: (legalCase: LegalCase, reason: string) => Promise<LegalCase>;
  success: { title: string; description: string };
};

type Props = DialogProps & CaseProps & { change: CaseChange };

/** Asks for confirmation of a change of a case and, if the change needs one, for a reason. */
export default function ChangeDialog({ legalCase, onChanged, refetch, change, ...dialog }: Props) {
  const { reasonHint } = change;
  const [reason, setReason, discardReason] = useUserDraft(`case-${legalCase.id}.${change.action}`);
  const submit = useCaseSubmit(
    {
      onChanged: (next) => {
        discardReason();
        onChanged(next);
        toast(change.success);
        dialog.onOpenChange(false);
      },
      refetch,
    },
    () => ({ reason: !reasonHint || reason.trim() ? undefined : "Enter a reason." }),
    () => change.send(legalCase, reason.trim()),
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={change.title}
      description={change.description}
      action={change.action}
      working={change.working}
      danger={change.danger}
    >
      {reasonHint && (
        <TextAreaField
          label="Reason"
          hint={reasonHint}
          rows={3}
          maxLength={MAX_NOTE_LENGTH}
          {...submit.bind("reason", reason, setReason)}
        />
      )}
    </SubmitDialog>
  );
}
