import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { toast } from "@/ui/overlays/toast";
import type { LegalCase } from "@/api/types";
import { type CaseProps, useCaseSubmit } from "./useCaseSubmit";

/** The texts of a change that needs only a confirmation, and the request that makes the change (`send`). */
export type ConfirmedChange = {
  title: string;
  text: string;
  action: string;
  working: string;
  send: (legalCase: LegalCase) => Promise<LegalCase>;
  success: { title: string; description: string };
};

type Props = DialogProps & CaseProps & { change: ConfirmedChange };

export default function ConfirmDialog({ legalCase, onChanged, refetch, change, ...dialog }: Props) {
  const submit = useCaseSubmit(
    {
      onChanged: (next) => {
        onChanged(next);
        toast(change.success);
        dialog.onOpenChange(false);
      },
      refetch,
    },
    () => ({}),
    () => change.send(legalCase),
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={change.title}
      action={change.action}
      working={change.working}
      cancelLabel="Not now"
    >
      <p>{change.text}</p>
    </SubmitDialog>
  );
}
