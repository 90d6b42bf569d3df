import { useState } from "react";
import type { AttentionKind, MoneyAttention, OrphanReason } from "@/api/types";
import { ofWord } from "@/lib/words";
import { Button } from "@/ui/buttons/Button";
import { LateDialog } from "@/ui/overlays/LateDialog";
import { Ago } from "../desk/Ago";
import { useCalled } from "../desk/live/useCalled";
import { Box } from "../queue/view/Box";
import type { Dealt } from "./CloseAttentionDialog";

const REASONS: Record<OrphanReason, string> = {
  payment: "no payment of ours is meant",
  installation: "another installation made it",
  confirmation_number: "it has another confirmation number",
  user: "somebody else pays",
  currency: "it is not in US dollars",
  amount: "it asks for another amount",
};

const KINDS: Record<AttentionKind, string> = {
  orphan: "Stray money",
  unread_event: "Unread event",
};

const loadDialog = () => import("./CloseAttentionDialog");

type Props = { of: MoneyAttention | undefined; onDone: () => void };

/** Money that matches no payment, and events that couldn't be read, until staff record how they were handled. */
export function Strays({ of, onDone }: Props) {
  const [dealt, setDealt] = useState<Dealt | null>(null);
  const [open, setOpen] = useState(false);
  const called = useCalled((of?.closed.length ?? 0) > 0);
  const action = (subject: Dealt) => (
    <Button
      variant="secondary"
      compact
      aria-label={`Dealt with: ${subject.providerId}`}
      onClick={() => {
        setDealt(subject);
        setOpen(true);
      }}
    >
      Dealt with
    </Button>
  );
  return (
    <>
      <Box
        title="Money that matches no payment"
        rows={of?.orphans}
        idOf={({ intentId }) => intentId}
        line={({ amount, currency }) => `${amount} ${currency.toUpperCase()}`}
        detail={(orphan) => (
          <>
            {ofWord(REASONS, orphan.reason) ?? orphan.reason} ·{" "}
            <a href={orphan.providerUrl} target="_blank" rel="noreferrer">
              {orphan.intentId}
            </a>{" "}
            · first seen <Ago at={orphan.seenAt} />
          </>
        )}
        actions={({ intentId, amount, currency }) =>
          action({
            kind: "orphan",
            providerId: intentId,
            called: `${amount} ${currency.toUpperCase()}, ${intentId}`,
          })
        }
        empty="All money at the payment provider belongs to a payment."
      />
      <Box
        title="Events that could not be read"
        rows={of?.events}
        idOf={({ providerEventId }) => providerEventId}
        line={(event) => event.type || "Unknown kind"}
        detail={(event) => (
          <>
            {event.providerEventId} · <Ago at={event.receivedAt} />
          </>
        )}
        actions={({ providerEventId, type }) =>
          action({
            kind: "unread_event",
            providerId: providerEventId,
            called: `${type || "An event"}, ${providerEventId}`,
          })
        }
        empty="All events from the payment provider were understood."
      />
      {of && of.closed.length > 0 && (
        <Box
          title="Dealt with lately"
          rows={of.closed}
          idOf={({ id }) => id}
          line={({ how }) => how}
          detail={({ kind, providerId, closedBy, closedAt }) => (
            <>
              {KINDS[kind]} · {providerId} · {called(closedBy)} · <Ago at={closedAt} />
            </>
          )}
          empty=""
        />
      )}
      <LateDialog
        load={loadDialog}
        open={open}
        onOpenChange={setOpen}
        dealt={dealt}
        onDone={onDone}
      />
    </>
  );
}
