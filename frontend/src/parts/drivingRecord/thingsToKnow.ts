/** Splits a ticket's comma-separated "things to know". */
export const thingsToKnow = (ticket: { thingsToKnow: string | null }): string[] =>
  (ticket.thingsToKnow ?? "").split(",").flatMap((part) => part.trim() || []);
