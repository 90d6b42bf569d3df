import { useState } from "react";
import type { Statement } from "@/api/types";
import { toBusinessDate } from "@/parts/dates/businessDays";
import { formatMonth } from "@/parts/dates/formatMonth";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { dollars } from "../../queue/format";
import { postStatementPaid, refreshStatements } from "./calls";
import { describeStatementRefusal } from "./words";

type Props = DialogProps & { statement: Statement };

/** Records that a lawyer paid a statement, or corrects the payment on record. */
export default function PaidDialog({ statement, ...dialog }: Props) {
  const { id, lawyerName, month, fee, version } = statement;
  const isCorrection = statement.paidOn !== null;
  const [paidOn, setPaidOn] = useState(() => statement.paidOn ?? toBusinessDate(new Date()));
  const [reference, setReference] = useState(statement.reference ?? "");
  const submit = useSubmit(
    () => ({
      paidOn: paidOn ? undefined : "Enter the date the money arrived.",
      reference: reference.trim() ? undefined : "Enter the bank’s reference or the check number.",
    }),
    async () => {
      try {
        await postStatementPaid(id, { paidOn, reference: reference.trim(), version });
      } finally {
        void refreshStatements();
      }
      toast({
        title: isCorrection ? "Payment Changed" : "Payment Recorded",
        description: `${lawyerName}, ${formatMonth(month)}: ${dollars(fee)}.`,
      });
      dialog.onOpenChange(false);
    },
    describeStatementRefusal,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={isCorrection ? "Edit the payment" : "Record payment"}
      description={
        isCorrection
          ? `${lawyerName}’s payment of ${dollars(fee)} for ${formatMonth(month)} is on record. Correct its date or reference.`
          : `${lawyerName} owes ${dollars(fee)} for ${formatMonth(month)}. Recording a payment doesn’t move any money. Record it after the full amount has arrived.`
      }
      action={isCorrection ? "Save" : "Record payment"}
      working="Saving..."
    >
      <TextField
        label="Paid on"
        type="date"
        max={toBusinessDate(new Date())}
        {...submit.bind("paidOn", paidOn, setPaidOn)}
      />
      <TextField
        label="Reference"
        placeholder="ACH 4711"
        hint="The bank’s reference, or the check number."
        autoComplete="off"
        maxLength={100}
        data-first
        {...submit.bind("reference", reference, setReference)}
      />
    </SubmitDialog>
  );
}
