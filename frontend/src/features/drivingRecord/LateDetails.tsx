import type { Ticket } from "@/api/types";
import { LateDialog } from "@/ui/overlays/LateDialog";

const load = () => import("./lists/DetailsDialog");

type Props = { ticket: Ticket | null; now: Date; onClose: () => void };

/** The details dialog of a ticket. Its code loads when it is first opened. */
export const LateDetails = ({ ticket, now, onClose }: Props) => (
  <LateDialog load={load} open={ticket !== null} onOpenChange={onClose} ticket={ticket} now={now} />
);
