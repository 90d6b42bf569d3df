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

/** An item with the time at which it was created, in milliseconds since 1970. */
type Created<T> = { item: T; createdAt: number };

/**
 * Whether `a` precedes `b`: the higher id if both were created within 24 hours, otherwise the more
 * urgent one. The relation isn't transitive, so `sortTickets` counts the items that each item
 * precedes.
 */
function precedes<T extends SortableItem>(a: Created<T>, b: Created<T>): boolean {
  const isSameBatch = Math.abs(a.createdAt - b.createdAt) <= SAME_BATCH_MS;
  return isSameBatch ? a.item.id > b.item.id : compareUrgency(a.item, b.item) < 0;
}

/** Sorts items of any kind: first the items that precede the most others, then by urgency. */
export function sortTickets<T extends SortableItem>(items: readonly T[]): T[] {
  // Each time is parsed only once, because every item is compared with every other.
  const created = items.map((item) => ({ item, createdAt: Date.parse(item.createdAt) }));
  const wins = new Map(
    created.map((one) => [one.item, created.filter((other) => precedes(one, other)).length]),
  );
  return [...items].sort((a, b) => (wins.get(b) ?? 0) - (wins.get(a) ?? 0) || compareUrgency(a, b));
}
