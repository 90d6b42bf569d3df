import { useState } from "react";
import type { LostPayment } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { SelectField } from "@/ui/forms/SelectField";
import { toast } from "@/ui/overlays/toast";
import { dollars } from "../../queue/format";
import { postRebuiltPayment } from "../calls";
import { itemName } from "./itemName";

type Props = DialogProps & { payment: LostPayment | null; onDone: () => void };

/** Rebuilds a payment that a restored backup lost. If its intent names no item, staff choose one. */
export default function RebuildDialog({ payment, onDone, ...dialog }: Props) {
  const [chosen, setChosen] = useState("");
  const needsItem = payment !== null && !payment.itemId;
  const item = payment?.fitting.find(({ type, itemId }) => `${type} ${itemId}` === chosen);
  const submit = useSubmit(
    () => ({ itemId: needsItem && !item ? "Choose the item the driver paid." : undefined }),
    async () => {
      if (!payment) return;
      const { isSettled } = await postRebuiltPayment({
        intentId: payment.intentId,
        ...(item && { type: item.type, itemId: item.itemId }),
      });
      toast({
        title: isSettled ? "Payment Rebuilt" : "Payment Refunded",
        description: isSettled
          ? `We recorded ${dollars(payment.amount)} as paid.`
          : `The item no longer needed payment, so we’re refunding ${dollars(payment.amount)} to the driver.`,
      });
      onDone();
      dialog.onOpenChange(false);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Rebuild this payment?"
      description={`The driver paid ${dollars(payment?.amount ?? "0.00")}, but the payment is missing from the restored backup. This records the payment again and charges nothing.`}
      action="Rebuild payment"
      working="Rebuilding..."
    >
      {needsItem && (
        <SelectField
          label="Paid item"
          hint="This driver’s unpaid items of the same amount."
          placeholder={payment.fitting.length > 0 ? "Choose an item" : "No item has this amount"}
          options={payment.fitting.map(({ type, itemId, label }) => ({
            value: `${type} ${itemId}`,
            label: itemName(type, itemId, label),
          }))}
          {...submit.bind("itemId", chosen, setChosen)}
        />
      )}
    </SubmitDialog>
  );
}
