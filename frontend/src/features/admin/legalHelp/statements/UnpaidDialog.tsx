import type { Statement } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatMonth } from "@/parts/dates/formatMonth";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { postUnpaid, refreshStatements } from "./calls";
import { describeRefusal } from "./words";

type Props = DialogProps & { statement: Statement };

/** Removes a payment that was recorded by mistake. */
export default function UnpaidDialog({ statement, ...dialog }: Props) {
  const { id, lawyerName, month, paidOn, reference, version } = statement;
  const submit = useSubmit(
    () => ({}),
    async () => {
      try {
        await postUnpaid(id, version);
      } finally {
        void refreshStatements();
      }
      toast({
        title: "Payment Removed",
        description: `${lawyerName}’s statement for ${formatMonth(month)} is unpaid again.`,
      });
      dialog.onOpenChange(false);
    },
    describeRefusal,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Remove this payment?"
      action="Remove payment"
      working="Removing..."
      danger
      cancelLabel="Cancel"
      failureTitle="Nothing was changed"
    >
      <p>
        {lawyerName}’s statement for {formatMonth(month)} becomes unpaid. The audit trail still
        shows the payment from {formatDate(paidOn)} ({reference}).
      </p>
    </SubmitDialog>
  );
}
