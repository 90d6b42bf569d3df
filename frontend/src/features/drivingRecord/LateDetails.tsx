import type { Ticket } from "@/api/types";
import { LateDialog } from "@/ui/overlays/LateDialog";

const load = () => import("./lists/DetailsDialog");

type Props = { ticket: Ticket | null; now: Date; onClose: () => void };

/** A ticket's details, while there is one; their code comes when they are first asked for. */
export const LateDetails = ({ ticket, now, onClose }: Props) => (
  <LateDialog load={load} open={ticket !== null} onOpenChange={onClose} ticket={ticket} now={now} />
);
