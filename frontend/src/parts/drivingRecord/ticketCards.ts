import type { Ticket, TicketCategory } from "@/api/types";
import { ofWord } from "@/lib/words";

export type TicketCard = "traffic" | "parking" | "speeding" | "redLight" | "other";

const CARDS: Record<TicketCategory, TicketCard> = {
  traffic: "traffic",
  parking: "parking",
  speeding: "speeding",
  other: "other",
};

/** Which card of the profile a ticket is in (docs/PRODUCT.md#ticket-cards): its category's; `other` may be a red light. */
export function ticketCard(ticket: Pick<Ticket, "category" | "violationType">): TicketCard {
  const { category, violationType } = ticket;
  const card = ofWord(CARDS, category) ?? "other";
  return card === "other" && speaksOfRedLight(violationType) ? "redLight" : card;
}

/** "red light", "red-light", "redlight" in any case, where the word begins with "red". */
export function speaksOfRedLight(violationType: string): boolean {
  return /(?<![\p{Alphabetic}\p{N}])red[ -]*light/iu.test(violationType);
}

/** Whether a traffic ticket is for parking: by its category, or by what it says. */
export const isParkingViolation = (ticket: { category: string; violationType: string }): boolean =>
  ticket.category === "parking" || /\bparking\b/i.test(ticket.violationType);
