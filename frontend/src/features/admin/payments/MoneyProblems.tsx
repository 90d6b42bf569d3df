import { useState } from "react";
import type { MoneyProblemKind, OpenMoneyCases, OrphanReason } from "@/api/types";
import { lookUpLabel } from "@/lib/labels";
import { Button } from "@/ui/buttons/Button";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { useMemberNames } from "../desk/live/useMemberNames";
import { RelativeTime } from "../desk/RelativeTime";
import { Box } from "../queue/view/Box";
import type { SelectedProblem } from "./ResolveProblemDialog";

const REASONS: Record<OrphanReason, string> = {
  payment: "matches no payment in Lanewise",
  installation: "created by another Lanewise installation",
  confirmation_number: "has a different confirmation number",
  user: "has a different payer",
  currency: "isn’t in US dollars",
  amount: "has a different amount",
};

const KINDS: Record<MoneyProblemKind, string> = {
  orphan: "Payment that doesn’t match our records",
  unread_event: "Message that we couldn’t read",
};

const loadDialog = () => import("./ResolveProblemDialog");

type Props = { cases: OpenMoneyCases | undefined; onDone: () => void };

/**
 * Lists money that matches no payment and events that couldn't be read. Once staff have recorded how they handled a
 * problem, it moves to the list of closed ones.
 */
export function MoneyProblems({ cases, onDone }: Props) {
  const [selected, setSelected] = useState<SelectedProblem | null>(null);
  const [open, setOpen] = useState(false);
  const nameOfMember = useMemberNames((cases?.closed.length ?? 0) > 0);
  const renderButton = (subject: SelectedProblem) => (
    <Button
      variant="secondary"
      compact
      aria-label={`Mark as resolved: ${subject.providerId}`}
      onClick={() => {
        setSelected(subject);
        setOpen(true);
      }}
    >
      Mark as resolved
    </Button>
  );
  return (
    <>
      <Box
        title="Payments that don’t match our records"
        rows={cases?.orphans}
        idOf={({ intentId }) => intentId}
        line={({ amount, currency }) => `${amount} ${currency.toUpperCase()}`}
        detail={(orphan) => (
          <>
            {lookUpLabel(REASONS, orphan.reason) ?? orphan.reason} ·{" "}
            <a href={orphan.providerUrl} target="_blank" rel="noreferrer">
              {orphan.intentId}
            </a>{" "}
            · first seen <RelativeTime at={orphan.seenAt} nowText="just now" />
          </>
        )}
        actions={({ intentId, amount, currency }) =>
          renderButton({
            kind: "orphan",
            providerId: intentId,
            name: `${amount} ${currency.toUpperCase()}, ${intentId}`,
          })
        }
        emptyText="If the payment provider has a payment that doesn’t match our records, it shows up here."
      />
      <Box
        title="Messages from the payment provider that we couldn’t read"
        rows={cases?.events}
        idOf={({ providerEventId }) => providerEventId}
        line={(event) => event.type || "Unknown type of message"}
        detail={(event) => (
          <>
            {event.providerEventId} · received{" "}
            <RelativeTime at={event.receivedAt} nowText="just now" />
          </>
        )}
        actions={({ providerEventId, type }) =>
          renderButton({
            kind: "unread_event",
            providerId: providerEventId,
            name: `${type || "A message"}, ${providerEventId}`,
          })
        }
        emptyText="We could read every message from the payment provider."
      />
      {cases && cases.closed.length > 0 && (
        <Box
          title="Recently resolved"
          rows={cases.closed}
          idOf={({ id }) => id}
          line={({ how }) => how}
          detail={({ kind, providerId, closedBy, closedAt }) => (
            <>
              {KINDS[kind]} · {providerId} · {nameOfMember(closedBy)} ·{" "}
              <RelativeTime at={closedAt} nowText="just now" />
            </>
          )}
          emptyText=""
        />
      )}
      <LazyDialog
        load={loadDialog}
        open={open}
        onOpenChange={setOpen}
        problem={selected}
        onDone={onDone}
      />
    </>
  );
}
