import { useState } from "react";
import { ApiError } from "@/api/client";
import type { PayableKind } from "@/api/types";
import { centsOf } from "@/lib/money";
import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Checkbox } from "@/ui/forms/Checkbox";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { AmountField } from "@/ui/forms/AmountField";
import { dollars } from "../format";
import { postRefund } from "./calls";

type Props = DialogProps & {
  paymentId: number;
  kind: PayableKind;
  remainingAmount: string;
  /** Reads the refunds again. Returns the amount that is left, or undefined if that fails. */
  refetch: () => Promise<string | undefined>;
};

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;

const NOUNS = { ticket: "ticket", parking: "parking ticket", toll: "toll" } as const;

/** Refunds all or part of a payment, with a reason that the driver can read. */
export default function RefundDialog({
  paymentId,
  kind,
  remainingAmount,
  refetch,
  ...dialog
}: Props) {
  // The amount that staff see and agree to. A background read must not change it.
  const [shownAmount, setShownAmount] = useState(remainingAmount);
  const [amount, setAmount] = useState(remainingAmount);
  const [reason, setReason, discardReason] = useUserDraft(`refund-${paymentId}`);
  const [removesItem, setRemovesItem] = useState(false);
  const isAll = centsOf(amount) === centsOf(shownAmount);
  const submit = useSubmit(
    () => ({
      amount: /^\d+(\.\d{1,2})?$/.test(amount.trim())
        ? undefined
        : "Enter an amount in dollars, such as 20.00.",
      reason: reason.trim() ? undefined : "Enter a reason. The driver sees it.",
    }),
    async () => {
      const refund = await postRefund(paymentId, {
        amount: amount.trim(),
        left: shownAmount,
        reason,
        removesTicket: removesItem && isAll && kind !== "lawyer",
      }).catch(async (error: unknown) => {
        // Shows the new remaining amount, because the next attempt must send it.
        if (isConflict(error)) setShownAmount((await refetch()) ?? shownAmount);
        throw error;
      });
      discardReason();
      const refundedAmount = dollars(refund.amount);
      if (refund.status === "refused") {
        toast({
          title: "The payment provider declined this refund",
          description: `${refund.providerWords ?? ""} You can find the refund under Payment problems.`,
          variant: "destructive",
        });
      } else {
        const isRefunded = refund.status === "succeeded";
        toast({
          title: isRefunded ? "Refunded" : "Refund requested",
          description: isRefunded
            ? `${refundedAmount} was refunded to the driver’s card.`
            : `${refundedAmount} is on its way to the driver’s card.`,
        });
      }
      void refetch();
      dialog.onOpenChange(false);
    },
  );
  const consequence =
    kind === "lawyer"
      ? "A full refund cancels the hire."
      : "After a full refund, the item is due again.";
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Refund this payment"
      description={`You can refund up to ${dollars(shownAmount)} to the driver’s card. ${consequence} This can’t be undone.`}
      action="Refund"
      working="Refunding..."
      danger
      cancelLabel="Keep payment"
    >
      <AmountField {...submit.bind("amount", amount, setAmount)} />
      <TextAreaField
        label="Reason"
        hint="The driver sees this reason."
        maxLength={500}
        {...submit.bind("reason", reason, setReason)}
      />
      {kind !== "lawyer" && isAll && (
        <Checkbox
          label={`Remove the ${NOUNS[kind]} instead of making it due again`}
          checked={removesItem}
          onChange={(event) => setRemovesItem(event.target.checked)}
        />
      )}
    </SubmitDialog>
  );
}
