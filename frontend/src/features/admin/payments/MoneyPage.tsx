import { useState } from "react";
import useSWR from "swr";
import type { PayableKind, Refund, RefundProgress } from "@/api/types";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import { ErrorState } from "@/ui/layout/ErrorState";
import { toast } from "@/ui/overlays/toast";
import { Ago } from "../desk/Ago";
import { Box } from "../queue/view/Box";
import { DriverLink } from "../table/cells/DriverLink";
import { dollars } from "../queue/words";
import { QueueDesk } from "../queue/view/QueueDesk";
import { ATTENTION_KEY, getAttention, postRefundAgain } from "./calls";
import { ofWord } from "@/lib/words";

const KINDS: Record<PayableKind, string> = {
  ticket: "Ticket",
  parking: "Parking",
  toll: "Toll",
  lawyer: "Lawyer hire for ticket",
};

const STATES: Record<RefundProgress, { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "info" },
  refunded: { label: "Refunded", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
};

function State({ state }: Pick<Refund, "state">) {
  const { label, tone } = ofWord(STATES, state ?? "pending") ?? STATES.pending;
  return <Chip tone={tone}>{label}</Chip>;
}

/** Refunds that have not arrived yet, and the payment provider's events that could not be read. */
export default function MoneyPage() {
  return (
    <QueueDesk title="Needs attention">
      <Money />
    </QueueDesk>
  );
}

function Money() {
  const { data, error, isValidating, mutate } = useSWR(ATTENTION_KEY, getAttention, {
    revalidateOnMount: true,
  });
  const [busy, setBusy] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function retry(refund: Refund) {
    setBusy(refund.paymentId);
    setFailure(null);
    try {
      const { state } = await postRefundAgain(refund.paymentId);
      toast({
        title: state === "refunded" ? "Refunded" : "Refund requested",
        description:
          state === "refunded"
            ? `${dollars(refund.amount)} went back to the driver’s card.`
            : `The refund of ${dollars(refund.amount)} has not gone through yet.`,
      });
    } catch {
      setFailure(
        "The payment provider did not accept this. Nothing is refunded twice. Please try again later.",
      );
    } finally {
      await mutate();
      setBusy(null);
    }
  }
  if (error && !data) return <ErrorState onRetry={() => void mutate()} retrying={isValidating} />;
  return (
    <>
      {failure && <Alert>{failure}</Alert>}
      <Box
        title="Refunds in progress"
        rows={data?.refunds}
        idOf={({ paymentId }) => paymentId}
        line={(refund) => (
          <>
            {dollars(refund.amount)} <State state={refund.state} />
          </>
        )}
        detail={(refund) => (
          <>
            {ofWord(KINDS, refund.type) ?? refund.type} {refund.itemId} · driver{" "}
            <DriverLink id={refund.userId} /> · {refund.confirmationNumber} · last checked{" "}
            <Ago at={refund.updatedAt} />
          </>
        )}
        actions={(refund) => (
          <Button
            variant="secondary"
            compact
            loading={busy === refund.paymentId}
            aria-label={`Retry refund of payment ${refund.paymentId}`}
            onClick={() => void retry(refund)}
          >
            Retry refund
          </Button>
        )}
        empty="No refunds in progress or failed."
      />
      <Box
        title="Events that could not be read"
        rows={data?.events}
        idOf={({ providerEventId }) => providerEventId}
        line={(event) => event.type || "Unknown kind"}
        detail={(event) => (
          <>
            {event.providerEventId} · <Ago at={event.receivedAt} />
          </>
        )}
        empty="All events from the payment provider were understood."
      />
    </>
  );
}
