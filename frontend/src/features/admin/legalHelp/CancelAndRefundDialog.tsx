import { useState } from "react";
import { ApiError } from "@/api/client";
import type { LawyerHire } from "@/api/types";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import { dollars } from "../queue/filters";
import { postCancelAndRefund } from "./calls";
import type { Change } from "../queue/useChanges";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hire: LawyerHire;
  change: Change<LawyerHire>;
};

const FAILED = "This was not confirmed. Please try again: nothing is refunded twice.";

/** Asks once more: money that goes back does not come again, and the hire stays cancelled. */
export function CancelAndRefundDialog({ open, onOpenChange, hire, change }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const amount = dollars(hire.amount);

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
    toast({
      title: "Hire Cancelled",
      description:
        refund === "refunded"
          ? `${amount} went back to the driver’s card.`
          : refund === null
            ? "There was no payment behind it, so nothing is refunded."
            : `The refund of ${amount} is on its way.`,
    });
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={`Cancel hire ${hire.id} and refund ${amount}?`}
      description="The driver gets the full amount back to the card, also after the 24 hours, and is told. A hire whose money goes back stays cancelled."
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Keep the hire
          </Button>
          <Button variant="danger" loading={busy} loadingText="Cancelling..." onClick={cancel}>
            Cancel and refund
          </Button>
        </>
      }
    >
      {failure && <Alert>{failure}</Alert>}
    </Dialog>
  );
}
