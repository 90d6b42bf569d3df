import { type Ref, useCallback, useImperativeHandle, useRef, useState } from "react";
import type { Ticket } from "@/api/types";
import { LazyDialog } from "@/ui/overlays/LazyDialog";

const load = () => import("./lists/DetailsDialog");

type Open = (ticket: Ticket) => void;

type Props = { now: Date; ref: Ref<Open> };

/**
 * The details dialog of a ticket, whose code loads when the dialog is first opened. The ticket is state of this
 * component, not of its page, so that opening the dialog doesn't render hundreds of rows again.
 */
export function LazyDetails({ now, ref }: Props) {
  const [ticket, setTicket] = useState<Ticket | null>(null);
  const close = useCallback(() => setTicket(null), []);
  useImperativeHandle(ref, () => setTicket, []);
  return (
    <LazyDialog load={load} open={ticket !== null} onOpenChange={close} ticket={ticket} now={now} />
  );
}

/** Returns the ref for the dialog, and a function that opens a ticket's details in it. */
export function useDetails() {
  const ref = useRef<Open>(null);
  const open = useCallback<Open>((ticket) => ref.current?.(ticket), []);
  return { ref, open };
}
