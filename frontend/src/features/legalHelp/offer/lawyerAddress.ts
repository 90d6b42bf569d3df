import type { Ticket } from "@/api/types";
import { decimalCents, fineCents, lawyerPriceCents } from "@/parts/drivingRecord/fine";
import { paths } from "@/lib/paths";

/** Where hiring a lawyer for a ticket is paid: half the fine. */
export function lawyerAddress(ticket: Ticket, ts: number): string {
  return paths.payLawyer({
    amount: decimalCents(lawyerPriceCents(fineCents(ticket))),
    id: ticket.id,
    violationType: ticket.violationType,
    userId: ticket.userId,
    ts,
  });
}
