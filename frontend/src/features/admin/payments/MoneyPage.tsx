import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { OpenRefund, PayableKind } from "@/api/types";
import { useSearchParams } from "@/lib/router";
import { lookUpLabel } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { failureText, isRefusal } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import { RelativeTime } from "../desk/RelativeTime";
import { RefundChip } from "../queue/refunds/RefundChip";
import { describeProviderWords } from "../queue/refunds/refundLabels";
import { Box } from "../queue/view/Box";
import { QueueDesk } from "../queue/view/QueueDesk";
import { dollars } from "../queue/format";
import { DriverLink } from "../table/cells/DriverLink";
import { ATTENTION_KEY, getMoneyProblems, postRefundAgain } from "./calls";
import { LostPayments } from "./lost/LostPayments";
import { MoneyProblems } from "./MoneyProblems";

const KINDS: Record<PayableKind, string> = {
  ticket: "Ticket",
  parking: "Parking ticket",
  toll: "Toll",
  lawyer: "Lawyer hire for ticket",
};

const retryLabel = ({ refund }: OpenRefund) => (refund.needsDecision ? "Refund" : "Retry refund");

const loadPaidOtherwise = () => import("./PaidOtherwiseDialog");

/**
 * The page with payments lost by a restored backup, unfinished refunds, money that matches no payment, and provider
 * events that couldn't be read.
 */
export default function MoneyPage() {
  return (
    <QueueDesk title="Payment problems">
      <Money />
    </QueueDesk>
  );
}

function Money() {
  const { data, error, isValidating, mutate } = useSWR(ATTENTION_KEY, getMoneyProblems, {
    ...REVALIDATE_ON_MOUNT,
  });
  const [query] = useSearchParams();
  const [busy, setBusy] = useState<number | null>(null);
  const [refundPaidOtherwise, setOtherwise] = useState<OpenRefund["refund"] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function retry({ refund }: OpenRefund) {
    setBusy(refund.id);
    setFailure(null);
    try {
      const { status, providerWords } = await postRefundAgain(refund.id);
      if (status === "refused")
        setFailure(
          `The payment provider declined the refund: ${providerWords ?? "no reason given"}`,
        );
      else
        toast({
          title: status === "succeeded" ? "Refunded" : "Refund requested",
          description:
            status === "succeeded"
              ? `${dollars(refund.amount)} was refunded to the driver’s card.`
              : `The refund of ${dollars(refund.amount)} hasn’t gone through yet.`,
        });
    } catch (error) {
      setFailure(
        isRefusal(error)
          ? failureText(error)
          : "We couldn’t confirm the refund. Please try again. The driver won’t be refunded twice.",
      );
    } finally {
      await mutate();
      setBusy(null);
    }
  }
  if (error && !data) return <FailureNotice {...{ error, mutate, isValidating }} />;
  return (
    <>
      {failure && <Alert>{failure}</Alert>}
      <LostPayments lost={data?.lost ?? []} onDone={() => void mutate()} />
      <Box
        title="Unfinished refunds"
        rows={data?.refunds}
        idOf={({ refund }) => refund.id}
        highlightedId={Number(query.get("refund")) || null}
        wrapsDetail
        line={({ refund }) => (
          <>
            {dollars(refund.amount)} <RefundChip refund={refund} /> {describeProviderWords(refund)}
          </>
        )}
        detail={({ refund, ...payment }) => (
          <>
            {lookUpLabel(KINDS, payment.type) ?? payment.type} {payment.itemId} ·{" "}
            <DriverLink id={payment.userId} name={payment.driverName} /> ·{" "}
            {payment.confirmationNumber} · Refund reason shown to the driver: “{refund.sentence}” ·
            last checked <RelativeTime at={refund.updatedAt} nowText="just now" />
          </>
        )}
        actions={(row) => (
          <>
            <Button
              variant="secondary"
              compact
              loading={busy === row.refund.id}
              aria-label={`${retryLabel(row)} ${row.refund.id}`}
              onClick={() => void retry(row)}
            >
              {retryLabel(row)}
            </Button>
            {(row.refund.status === "failed" || row.refund.status === "refused") && (
              <Button
                variant="secondary"
                compact
                aria-label={`Record refund as sent another way: refund ${row.refund.id}`}
                onClick={() => setOtherwise(row.refund)}
              >
                Record refund as sent another way
              </Button>
            )}
          </>
        )}
        emptyText="No unfinished refunds."
      />
      <MoneyProblems cases={data} onDone={() => void mutate()} />
      <LazyDialog
        load={loadPaidOtherwise}
        open={refundPaidOtherwise !== null}
        onOpenChange={(open) => !open && setOtherwise(null)}
        refundId={refundPaidOtherwise?.id ?? 0}
        amount={refundPaidOtherwise?.amount ?? "0.00"}
        onDone={() => void mutate()}
      />
    </>
  );
}
