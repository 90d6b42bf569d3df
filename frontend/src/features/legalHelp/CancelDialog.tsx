import { ApiError } from "@/api/client";
import type { LawyerHire, Verdict } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { owesNothing, verdictText } from "@/parts/legalHelp/cases/caseLabels";
import { toast } from "@/ui/overlays/toast";
import { postCancelHire } from "./calls";

type Props = DialogProps & {
  hire: LawyerHire;
  /** The court's decision, which a cancellation doesn't change. Null if the court hasn't decided. */
  decision: Verdict | null;
  amount: string;
  onCanceled: (hire: LawyerHire) => void;
};

const TICKET_STAYS_OPEN =
  "The ticket stays open. You still have to pay or fight it by its due date.";
const TICKET_STAYS_PAID = "The ticket stays paid.";
/** Codes of errors whose message says why the hire can't be canceled. */
const REFUSALS = new Set(["cancellation_closed", "price_refunded"]);
const FAILED =
  "We couldn’t confirm the cancellation. Please try again. You won’t be refunded twice.";

/** Says what happens to the ticket after the cancellation. A court's decision remains. */
function ticketText({ isTicketPaid }: LawyerHire, decision: Verdict | null): string {
  if (!decision) return isTicketPaid ? TICKET_STAYS_PAID : TICKET_STAYS_OPEN;
  const stays = `The court’s decision stays: ${verdictText(decision)}.`;
  if (owesNothing(decision.outcome)) return `${stays} You owe nothing for the ticket.`;
  return `${stays} ${isTicketPaid ? TICKET_STAYS_PAID : "You still owe the fine."}`;
}

/** Asks for confirmation, because a cancellation is final. */
export function CancelDialog({ hire, decision, amount, onCanceled, ...dialog }: Props) {
  const submit = useSubmit(
    () => ({}),
    async () => {
      const cancelled = await postCancelHire(hire.id);
      dialog.onOpenChange(false);
      onCanceled(cancelled);
      toast({
        title: toastTitle(decision !== null, cancelled.refund === "refunded"),
        description:
          cancelled.refund === "refunded"
            ? `We refunded ${amount} to your card.`
            : `Your refund of ${amount} is on its way.`,
      });
    },
    (error) => {
      const isRefused = error instanceof ApiError && REFUSALS.has(error.code ?? "");
      return (isRefused && error.detail) || FAILED;
    },
  );
  function close() {
    submit.setFailure(null);
    dialog.onOpenChange(false);
  }
  return (
    <SubmitDialog
      open={dialog.open}
      onOpenChange={close}
      submit={submit}
      title={decision ? "Get a full refund?" : "Cancel your legal help?"}
      description={`We’ll refund the full ${amount} to the card you paid with. ${ticketText(hire, decision)}`}
      action={decision ? "Get a refund" : "Cancel and refund"}
      working={decision ? "Refunding..." : "Canceling..."}
      danger
      cancelLabel={decision ? "Not now" : "Keep my lawyer"}
    />
  );
}

/** Title of the toast after a cancellation. `isDecided`: the court has decided the case, so only the refund is named. */
function toastTitle(isDecided: boolean, isRefunded: boolean): string {
  if (isDecided) return isRefunded ? "Refunded" : "Refund Started";
  return isRefunded ? "Canceled and refunded" : "Canceled";
}
