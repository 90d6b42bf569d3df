import type { Statement } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatMonth } from "@/parts/dates/formatMonth";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { CHANGE_TITLES, useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { postStatementUnpaid, refreshStatements } from "./calls";
import { describeStatementRefusal } from "./words";

type Props = DialogProps & { statement: Statement };

/** Removes a payment that was recorded by mistake. */
export default function UnpaidDialog({ statement, ...dialog }: Props) {
  const { id, lawyerName, month, paidOn, reference, version } = statement;
  const submit = useSubmit(
    () => ({}),
    async () => {
      try {
        await postStatementUnpaid(id, version);
      } finally {
        void refreshStatements();
      }
      toast({
        title: "Payment Removed",
        description: `${lawyerName}’s statement for ${formatMonth(month)} is unpaid again.`,
      });
      dialog.onOpenChange(false);
    },
    describeStatementRefusal,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Remove this payment?"
      action="Remove payment"
      working="Removing..."
      danger
      failureTitle={CHANGE_TITLES}
    >
      <p>
        {lawyerName}’s statement for {formatMonth(month)} becomes unpaid. The audit trail still
        shows the payment from {formatDate(paidOn)} ({reference}).
      </p>
    </SubmitDialog>
  );
}
