/**
 * The fields that decide the order of items in a list, by the same rule as
 * crates/domain/src/driving_record/ticket_order.rs.
 */
export type SortableItem = { id: number; createdAt: string; dueDate: string | null; date: string };

const SAME_BATCH_MS = 24 * 3_600_000;

/**
 * Compares the urgency of two items: the earlier due date first (none last), then the later `date`, then the higher id.
 */
function compareUrgency(a: SortableItem, b: SortableItem): number {
  if (a.dueDate !== b.dueDate) {
    if (a.dueDate === null) return 1;
    if (b.dueDate === null) return -1;
    return a.dueDate < b.dueDate ? -1 : 1;
  }
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  return b.id - a.id;
}

/**
 * Whether `a` precedes `b`: the higher id if both were created within 24 hours, otherwise the more
 * urgent one. The relation isn't transitive, so `sortTickets` counts the items that each item
 * precedes.
 */
export function precedes(a: SortableItem, b: SortableItem): boolean {
  const distance = Math.abs(Date.parse(a.createdAt) - Date.parse(b.createdAt));
  return distance <= SAME_BATCH_MS ? a.id > b.id : compareUrgency(a, b) < 0;
}

/** Sorts items of any kind: first the items that precede the most others, then by urgency. */
export function sortTickets<T extends SortableItem>(items: readonly T[]): T[] {
  const wins = new Map(
    items.map((item) => [item, items.filter((other) => precedes(item, other)).length]),
  );
  return [...items].sort((a, b) => (wins.get(b) ?? 0) - (wins.get(a) ?? 0) || compareUrgency(a, b));
}
