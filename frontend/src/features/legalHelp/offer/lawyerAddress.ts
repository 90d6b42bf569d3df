import type { Ticket } from "@/api/types";
import { paths } from "@/lib/paths";

/** Where hiring a lawyer for a ticket is paid: at the price that the server says. */
export function lawyerAddress(ticket: Ticket, ts: number): string {
  return paths.payLawyer({
    amount: ticket.lawyerPrice,
    id: ticket.id,
    violationType: ticket.violationType,
    userId: ticket.userId,
    ts,
  });
}
