import type { Ticket, TicketCategory } from "@/api/types";
import { lookUpLabel } from "@/lib/labels";

export type TicketCard = "traffic" | "parking" | "speeding" | "redLight" | "other";

const CARDS: Record<TicketCategory, TicketCard> = {
  traffic: "traffic",
  parking: "parking",
  speeding: "speeding",
  other: "other",
};

/**
 * Returns the profile card that a ticket belongs to (docs/product/driving-record.md#ticket-cards). The card depends on
 * the category; a ticket of category `other` may be for a red light.
 */
export function ticketCard(ticket: Pick<Ticket, "category" | "violationType">): TicketCard {
  const { category, violationType } = ticket;
  const card = lookUpLabel(CARDS, category) ?? "other";
  return card === "other" && mentionsRedLight(violationType) ? "redLight" : card;
}

/** Matches "red light", "red-light" or "redlight" in any case, if "red" starts a word. */
export function mentionsRedLight(violationType: string): boolean {
  return /(?<![\p{Alphabetic}\p{N}])red[ -]*light/iu.test(violationType);
}

/** Whether a traffic ticket is for parking, by its category or its violation. */
export const isParkingViolation = (ticket: { category: string; violationType: string }): boolean =>
  ticket.category === "parking" || /\bparking\b/i.test(ticket.violationType);
