/** Splits a ticket's comma-separated list of things to know. */
export const thingsToKnow = (ticket: { thingsToKnow: string | null }): string[] =>
  (ticket.thingsToKnow ?? "").split(",").flatMap((part) => part.trim() || []);
