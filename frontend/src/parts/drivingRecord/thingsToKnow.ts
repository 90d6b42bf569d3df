/** The things to know of a ticket: one text, split on its commas. */
export const thingsToKnow = (ticket: { thingsToKnow: string | null }): string[] =>
  (ticket.thingsToKnow ?? "").split(",").flatMap((part) => part.trim() || []);
