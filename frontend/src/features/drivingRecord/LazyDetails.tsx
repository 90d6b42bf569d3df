import type { Ticket } from "@/api/types";
import { LazyDialog } from "@/ui/overlays/LazyDialog";

const load = () => import("./lists/DetailsDialog");

type Props = { ticket: Ticket | null; now: Date; onClose: () => void };

/** The details dialog of a ticket, whose code loads when the dialog is first opened. */
export const LazyDetails = ({ ticket, now, onClose }: Props) => (
  <LazyDialog load={load} open={ticket !== null} onOpenChange={onClose} ticket={ticket} now={now} />
);
