import { useState } from "react";
import { ApiError } from "@/api/client";
import type { LawyerHire } from "@/api/types";
import { centsOf } from "@/lib/money";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import { REFUNDS } from "../desk/live/liveLists";
import { refresh } from "../desk/live/refresh";
import { useActions } from "../queue/actions";
import { useRefunds } from "../queue/refunds/useRefunds";
import { dollars } from "../queue/format";
import { postCancelAndRefund } from "./calls";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
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

/** Lets staff cancel a hire for its driver, at any time. */
export function CancelHire({ hire }: { hire: LawyerHire }) {
  const [open, setOpen] = useState(false);
  const amount = useAmount(hire);
  return (
    <>
      <Button variant="danger" compact onClick={() => setOpen(true)}>
        {amount === null ? "Cancel hire" : "Cancel hire and refund"}
      </Button>
      <CancelDialog open={open} onOpenChange={setOpen} hire={hire} amount={amount} />
    </>
  );
}

/**
 * Returns the amount to refund, as text. If part of the price was already refunded, this is the
 * rest.
 */
function useAmount({ paymentId, amount, refund }: LawyerHire): string | null {
  const { data } = useRefunds(paymentId);
  if (paymentId === null) return null;
  if (data) return centsOf(data.left) > 0 ? dollars(data.left) : null;
  return refund === null ? dollars(amount) : "the rest";
}

/** Asks for confirmation, because a refund and a cancellation are final. */
function CancelDialog({ open, onOpenChange, hire, amount }: Props) {
  const { change } = useActions<LawyerHire>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  function close() {
    setFailure(null);
    onOpenChange(false);
  }
  async function cancel() {
    setBusy(true);
    setFailure(null);
    let refund: string | null = null;
    const [error] = await change([hire], {}, async ({ id }) => {
      refund = (await postCancelAndRefund(id)).refund;
    });
    setBusy(false);
    if (error) {
      setFailure((error instanceof ApiError && error.detail) || FAILED);
      return;
    }
    close();
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
  }
  const isFullRefund = hire.refund === null;
  const refundText =
    amount === null
      ? noRefundReason(hire)
      : `We’ll refund ${isFullRefund ? "the full amount" : "the rest"} to the driver’s card, even after the driver’s time to cancel has ended.`;
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={`Cancel hire ${hire.id}${amount === null ? "" : ` and refund ${amount}`}?`}
      description={`${refundText} We’ll notify the driver. You can’t reopen a refunded hire.`}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Keep hire
          </Button>
          <Button variant="danger" loading={busy} loadingText="Canceling..." onClick={cancel}>
            {amount === null ? "Cancel hire" : "Cancel hire and refund"}
          </Button>
        </>
      }
    >
      {failure && <Alert>{failure}</Alert>}
    </Dialog>
  );
}
