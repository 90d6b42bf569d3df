import { useState } from "react";
import { ApiError } from "@/api/client";
import type { LawyerHire } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import { useActions } from "../queue/actions";
import { dollars } from "../queue/words";
import { postCancelAndRefund } from "./calls";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; hire: LawyerHire };

const FAILED = "This was not confirmed. Please try again: nothing is refunded twice.";

/** Calls a hire off for its driver, whenever that is. */
export function CancelHire({ hire }: { hire: LawyerHire }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" compact onClick={() => setOpen(true)}>
        {hire.paymentId === null ? "Cancel" : "Cancel and refund"}
      </Button>
      <CancelDialog open={open} onOpenChange={setOpen} hire={hire} />
    </>
  );
}

/** Asks once more: money that goes back does not come again, and the hire stays cancelled. */
function CancelDialog({ open, onOpenChange, hire }: Props) {
  const { change } = useActions<LawyerHire>();
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
            ? "This hire had no payment, so there is nothing to refund."
            : `The refund of ${amount} is on its way.`,
    });
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={`Cancel hire ${hire.id} and refund ${amount}?`}
      description="The driver gets the full amount back to the card, even after the 24 hours, and is notified. A refunded hire stays cancelled."
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
