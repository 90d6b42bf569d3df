import { useState } from "react";
import { ApiError } from "@/api/client";
import type { LawyerHire } from "@/api/types";
import { centsOf } from "@/lib/money";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { toast } from "@/ui/overlays/toast";
import { REFUNDS } from "../desk/live/liveLists";
import { refresh } from "../desk/live/refresh";
import { useActions } from "../queue/actions";
import { useRefunds } from "../queue/refunds/useRefunds";
import { dollars } from "../queue/format";
import { postCancelAndRefund } from "./calls";

type Props = DialogProps & {
  hire: LawyerHire;
  /** The amount to refund, formatted for display. Null if nothing is left to refund. */
  amount: string | null;
};

const FAILED =
  "We couldn’t confirm the cancellation. Please try again. The driver won’t be refunded twice.";
const noRefundReason = ({ paymentId }: LawyerHire) =>
  paymentId === null
    ? "This hire had no payment, so there is nothing to refund."
    : "This payment has already been refunded in full.";

/** Lets staff cancel a hire for its driver, even if the driver's own time to cancel is over. */
export function CancelHire({ hire }: { hire: LawyerHire }) {
  const [open, setOpen] = useState(false);
  const amount = useRefundableAmount(hire);
  return (
    <>
      <Button variant="danger" compact onClick={() => setOpen(true)}>
        {amount === null ? "Cancel hire" : "Cancel hire and refund"}
      </Button>
      <CancelDialog open={open} onOpenChange={setOpen} hire={hire} amount={amount} />
    </>
  );
}

/** Returns the amount to refund, as text: the price minus earlier refunds. Null if nothing is left to refund. */
function useRefundableAmount({ paymentId, amount, refund }: LawyerHire): string | null {
  const { data } = useRefunds(paymentId);
  if (paymentId === null) return null;
  if (data) return centsOf(data.left) > 0 ? dollars(data.left) : null;
  return refund === null ? dollars(amount) : "the rest";
}

/** Asks for confirmation, because a refund and a cancellation are final. */
function CancelDialog({ hire, amount, ...dialog }: Props) {
  const { change } = useActions<LawyerHire>();
  const submit = useSubmit(
    () => ({}),
    async () => {
      let refund: string | null = null;
      const [error] = await change([hire], {}, async ({ id }) => {
        refund = (await postCancelAndRefund(id)).refund;
      });
      if (error) throw error;
      dialog.onOpenChange(false);
      void refresh(REFUNDS);
      toast({
        title: "Hire Canceled",
        description:
          amount === null || refund === null
            ? noRefundReason(hire)
            : refund === "refunded"
              ? `We refunded ${amount} to the driver’s card.`
              : `The refund of ${amount} is on its way to the driver’s card.`,
      });
    },
    (error) => (error instanceof ApiError && error.detail) || FAILED,
  );
  function close() {
    submit.setFailure(null);
    dialog.onOpenChange(false);
  }
  const isFullRefund = hire.refund === null;
  const refundText =
    amount === null
      ? noRefundReason(hire)
      : `We’ll refund ${isFullRefund ? "the full amount" : "the rest"} to the driver’s card, even after the driver’s time to cancel has ended.`;
  return (
    <SubmitDialog
      open={dialog.open}
      onOpenChange={close}
      submit={submit}
      title={`Cancel hire ${hire.id}${amount === null ? "" : ` and refund ${amount}`}?`}
      description={`${refundText} We’ll notify the driver. You can’t reopen a refunded hire.`}
      action={amount === null ? "Cancel hire" : "Cancel hire and refund"}
      working="Canceling..."
      danger
      cancelLabel="Keep hire"
    />
  );
}
