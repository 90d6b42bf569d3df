import { useState } from "react";
import { ApiError } from "@/api/client";
import type { LawyerHire } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import { postCancelHire } from "./calls";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hire: LawyerHire;
  amount: string;
  onCanceled: (hire: LawyerHire) => void;
};

const TICKET_STAYS_OPEN =
  "The ticket stays open. You still have to pay or fight it by its due date.";
const TICKET_STAYS_PAID = "The ticket stays paid.";
const FAILED =
  "We couldn’t confirm the cancellation. Please try again. You won’t be refunded twice.";

/** Asks for confirmation, because a cancellation is final. */
export function CancelDialog({ open, onOpenChange, hire, amount, onCanceled }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  function close() {
    setFailure(null);
    onOpenChange(false);
  }
  async function cancel() {
    setBusy(true);
    setFailure(null);
    try {
      const cancelled = await postCancelHire(hire.id);
      close();
      onCanceled(cancelled);
      toast({
        title: cancelled.refund === "refunded" ? "Canceled and refunded" : "Canceled",
        description:
          cancelled.refund === "refunded"
            ? `We refunded ${amount} to your card.`
            : `Your refund of ${amount} is on its way.`,
      });
    } catch (error) {
      const isTooLate = error instanceof ApiError && error.code === "cancellation_closed";
      setFailure(isTooLate ? error.detail : FAILED);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Cancel this hire?"
      description={`We’ll refund the full ${amount} to the card you paid with. ${hire.isTicketPaid ? TICKET_STAYS_PAID : TICKET_STAYS_OPEN}`}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Keep my lawyer
          </Button>
          <Button variant="danger" loading={busy} loadingText="Canceling..." onClick={cancel}>
            Cancel and refund
          </Button>
        </>
      }
    >
      {failure && <Alert>{failure}</Alert>}
    </Dialog>
  );
}
