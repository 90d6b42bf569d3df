/**
 * The order within a list, as crates/domain/src/ticket_order.rs defines it. The comparison of two
 * items is not transitive, so a list is sorted by how many of its items each one precedes; equals go by urgency.
 */
export type Ordered = { id: number; createdAt: string; dueDate: string | null; date: string };

const CREATED_TOGETHER_MS = 24 * 3_600_000;

/** Earlier due date, those without one last; then the later date; then the higher id. */
function urgency(a: Ordered, b: Ordered): number {
  if (a.dueDate !== b.dueDate) {
    if (a.dueDate === null) return 1;
    if (b.dueDate === null) return -1;
    return a.dueDate < b.dueDate ? -1 : 1;
  }
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  return b.id - a.id;
}

/** The comparison of two items. Not transitive: never sort by it. */
export function precedes(a: Ordered, b: Ordered): boolean {
  const apart = Math.abs(Date.parse(a.createdAt) - Date.parse(b.createdAt));
  return apart <= CREATED_TOGETHER_MS ? a.id > b.id : urgency(a, b) < 0;
}

export function sortTickets<T extends Ordered>(items: readonly T[]): T[] {
  const wins = new Map(
    items.map((item) => [item, items.filter((other) => precedes(item, other)).length]),
  );
  return [...items].sort((a, b) => (wins.get(b) ?? 0) - (wins.get(a) ?? 0) || urgency(a, b));
}
