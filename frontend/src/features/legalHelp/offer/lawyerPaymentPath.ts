import type { Ticket } from "@/api/types";
import { paths } from "@/lib/paths";

/** Address for paying for a lawyer, with the price from the server. */
export function lawyerPaymentPath(ticket: Ticket, openedAtMs: number): string {
  return paths.payLawyer({
    amount: ticket.lawyerPrice,
    id: ticket.id,
    violationType: ticket.violationType,
    userId: ticket.userId,
    ts: openedAtMs,
  });
}
