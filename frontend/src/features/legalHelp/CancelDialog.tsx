import { useState } from "react";
import { ApiError } from "@/api/client";
import type { LawyerHire, Verdict } from "@/api/types";
import { verdictText } from "@/parts/legalHelp/cases/caseLabels";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import { postCancelHire } from "./calls";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hire: LawyerHire;
  /** The court's decision, which stays. Null if the court hasn't decided. */
  decision: Verdict | null;
  amount: string;
  onCanceled: (hire: LawyerHire) => void;
};

const TICKET_STAYS_OPEN =
  "The ticket stays open. You still have to pay or fight it by its due date.";
const TICKET_STAYS_PAID = "The ticket stays paid.";
/** Codes of errors whose sentence says why nothing is refunded. */
const REFUSALS = new Set(["cancellation_closed", "price_refunded"]);
const FAILED =
  "We couldn’t confirm the cancellation. Please try again. You won’t be refunded twice.";

/** Returns what becomes of the ticket: canceling a decided case doesn't change the decision. */
function ticketText({ isTicketPaid }: LawyerHire, decision: Verdict | null): string {
  if (!decision) return isTicketPaid ? TICKET_STAYS_PAID : TICKET_STAYS_OPEN;
  const stays = `The court’s decision stays: ${verdictText(decision)}.`;
  const owesNothing = decision.outcome === "dismissed" || decision.outcome === "not_guilty";
  if (owesNothing) return `${stays} You owe nothing for the ticket.`;
  return `${stays} ${isTicketPaid ? TICKET_STAYS_PAID : "You still owe the fine."}`;
}

/** Asks for confirmation, because a cancellation is final. */
export function CancelDialog({ open, onOpenChange, hire, decision, amount, onCanceled }: Props) {
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
        title: toastTitle(decision !== null, cancelled.refund === "refunded"),
        description:
          cancelled.refund === "refunded"
            ? `We refunded ${amount} to your card.`
            : `Your refund of ${amount} is on its way.`,
      });
    } catch (error) {
      const isRefused = error instanceof ApiError && REFUSALS.has(error.code ?? "");
      setFailure(isRefused ? error.detail : FAILED);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={decision ? "Get a full refund?" : "Cancel this hire?"}
      description={`We’ll refund the full ${amount} to the card you paid with. ${ticketText(hire, decision)}`}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {decision ? "Not now" : "Keep my lawyer"}
          </Button>
          <Button
            variant="danger"
            loading={busy}
            loadingText={decision ? "Refunding..." : "Canceling..."}
            onClick={cancel}
          >
            {decision ? "Get a refund" : "Cancel and refund"}
          </Button>
        </>
      }
    >
      {failure && <Alert>{failure}</Alert>}
    </Dialog>
  );
}

function toastTitle(isDecided: boolean, isRefunded: boolean): string {
  if (isDecided) return isRefunded ? "Refunded" : "Refund Started";
  return isRefunded ? "Canceled and refunded" : "Canceled";
}
