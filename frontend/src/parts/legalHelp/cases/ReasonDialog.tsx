import { useState } from "react";
import type { LegalCase } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { type CaseProps, useCaseSubmit } from "./useCaseSubmit";

/** Maximum length of a reason or note, in characters. */
export const MAX_NOTE_LENGTH = 2000;

/** The texts of a change that needs a reason, and the request that makes the change (`send`). */
export type ReasonedChange = {
  title: string;
  description: string;
  label: string;
  hint: string;
  action: string;
  working: string;
  danger?: boolean;
  send: (legalCase: LegalCase, reason: string) => Promise<LegalCase>;
  success: { title: string; description: string };
};

type Props = DialogProps & CaseProps & { change: ReasonedChange };

export default function ReasonDialog({ legalCase, onChanged, refetch, change, ...dialog }: Props) {
  const [reason, setReason] = useState("");
  const submit = useCaseSubmit(
    {
      onChanged: (next) => {
        onChanged(next);
        toast(change.success);
        dialog.onOpenChange(false);
      },
      refetch,
    },
    () => ({ reason: reason.trim() ? undefined : "Enter a reason." }),
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
      cancelLabel="Cancel"
    >
      <TextAreaField
        label={change.label}
        hint={change.hint}
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        {...submit.bind("reason", reason, setReason)}
      />
    </SubmitDialog>
  );
}
