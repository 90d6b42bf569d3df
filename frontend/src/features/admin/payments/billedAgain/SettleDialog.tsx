import { useState } from "react";
import type { SecondBillCase } from "@/api/types";
import { isKeyOf } from "@/lib/labels";
import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { SelectField } from "@/ui/forms/SelectField";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { formatDriverName } from "../../desk/driver";
import { describeRemittanceRefusal } from "../remittances/remittanceTexts";
import { postOutcome, refreshBilledAgain } from "./calls";
import { OUTCOME_OPTIONS, OUTCOMES } from "./outcomes";

type Props = DialogProps & { bill: SecondBillCase };

/** Records the outcome of a second bill. The driver gets the outcome by email. */
export default function SettleDialog({ bill, ...dialog }: Props) {
  const { obligation } = bill;
  const [outcome, setOutcome] = useState("");
  const [note, setNote, discardNote] = useUserDraft(`second-bill-${bill.case.id}`);
  const submit = useSubmit(
    () => ({
      outcome: outcome ? undefined : "Choose an outcome.",
      note: note.trim() ? undefined : "Enter what you found. The driver will see your note.",
    }),
    async () => {
      if (!isKeyOf(OUTCOMES, outcome)) throw new Error(`unknown outcome: ${outcome}`);
      try {
        await postOutcome(bill.case.id, outcome, note.trim());
      } finally {
        void refreshBilledAgain();
      }
      discardNote();
      toast({
        title: "Bill Resolved",
        description: `We’ll email ${formatDriverName(obligation)}.`,
      });
      dialog.onOpenChange(false);
    },
    describeRemittanceRefusal,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Resolve the bill for a paid item"
      description={`${obligation.confirmationNumber}, ${formatDriverName(obligation)}. We’ll email the driver the outcome and your note. Both also appear on the payment.`}
      action="Resolve"
      working="Saving..."
    >
      <SelectField
        label="Outcome"
        placeholder="Choose"
        options={OUTCOME_OPTIONS}
        {...submit.bind("outcome", outcome, setOutcome)}
      />
      <TextAreaField
        label="What you found"
        hint="The clerk’s name, a new reference, what the driver should do with the bill."
        rows={4}
        maxLength={500}
        {...submit.bind("note", note, setNote)}
      />
    </SubmitDialog>
  );
}
