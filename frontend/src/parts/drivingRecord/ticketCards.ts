export type TicketCard = "traffic" | "parking" | "speeding" | "redLight" | "other";

/** Which card of the profile a ticket is in (docs/PRODUCT.md#ticket-cards): its category's; `other` may be a red light. */
export function ticketCard(ticket: { category: string; violationType: string }): TicketCard {
  const { category, violationType } = ticket;
  if (category === "traffic" || category === "parking" || category === "speeding") return category;
  return speaksOfRedLight(violationType) ? "redLight" : "other";
}

/** "red light", "red-light", "redlight" in any case, where the word begins with "red". */
export function speaksOfRedLight(violationType: string): boolean {
  return /(?<![\p{Alphabetic}\p{N}])red[ -]*light/iu.test(violationType);
}

/** Whether a traffic ticket is for parking: by its category, or by what it says. */
export const isParkingViolation = (ticket: { category: string; violationType: string }): boolean =>
  ticket.category === "parking" || /\bparking\b/i.test(ticket.violationType);
