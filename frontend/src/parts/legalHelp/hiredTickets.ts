type Hire = { ticketId: number | null; status: string };

/** The tickets that a lawyer has: a hire that was called off leaves its ticket free for another. */
export const hiredTickets = (hires: readonly Hire[] = []): ReadonlySet<number> =>
  new Set(
    hires.flatMap(({ ticketId, status }) => (status === "Cancelled" ? [] : (ticketId ?? []))),
  );
