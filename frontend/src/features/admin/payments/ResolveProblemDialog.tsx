import type { MoneyProblemKind } from "@/api/types";
import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { postResolvedProblem } from "./calls";

/** The problem that staff resolve: its kind, the provider's id, and its name. */
export type SelectedProblem = { kind: MoneyProblemKind; providerId: string; name: string };

type Props = DialogProps & { problem: SelectedProblem | null; onDone: () => void };

/**
 * Records how staff handled money that matches no payment, a payment missing after a restore, or an unreadable event.
 * Removes the problem from its list.
 */
export default function ResolveProblemDialog({ problem, onDone, ...dialog }: Props) {
  const [how, setHow, discardHow] = useUserDraft(`problem-${problem?.providerId}`);
  const submit = useSubmit(
    () => ({ how: how.trim() ? undefined : "Enter what you did, so your colleagues know." }),
    async () => {
      if (!problem) return;
      await postResolvedProblem({ kind: problem.kind, providerId: problem.providerId, how });
      discardHow();
      toast({
        title: "Marked as Resolved",
        description: "We removed the problem from the list. It stays in the audit trail.",
      });
      onDone();
      dialog.onOpenChange(false);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Mark as resolved"
      description={`${problem?.name ?? ""}. This doesn’t move any money. Enter what you did at the payment provider. This can’t be undone.`}
      action="Mark as resolved"
      working="Saving..."
    >
      <TextField
        label="What you did"
        placeholder="Refunded at the provider, re_…"
        maxLength={500}
        {...submit.bind("how", how, setHow)}
      />
    </SubmitDialog>
  );
}
