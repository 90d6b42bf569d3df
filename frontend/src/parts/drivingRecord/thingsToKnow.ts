/** Splits a ticket's "things to know", one text separated by commas. */
export const thingsToKnow = (ticket: { thingsToKnow: string | null }): string[] =>
  (ticket.thingsToKnow ?? "").split(",").flatMap((part) => part.trim() || []);
