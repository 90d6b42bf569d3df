/**
 * The order within a list, by the same rule as crates/domain/src/driving_record/ticket_order.rs.
 * The comparison of two items isn't transitive, so items are sorted by the number of items that
 * each of them precedes, then by urgency.
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
 * Whether `a` precedes `b`: the higher id if both were created within 24 hours, otherwise the more urgent one. Not
 * transitive, so never use it as a sort function.
 */
export function precedes(a: SortableItem, b: SortableItem): boolean {
  const distance = Math.abs(Date.parse(a.createdAt) - Date.parse(b.createdAt));
  return distance <= SAME_BATCH_MS ? a.id > b.id : compareUrgency(a, b) < 0;
}

export function sortTickets<T extends SortableItem>(items: readonly T[]): T[] {
  const wins = new Map(
    items.map((item) => [item, items.filter((other) => precedes(item, other)).length]),
  );
  return [...items].sort((a, b) => (wins.get(b) ?? 0) - (wins.get(a) ?? 0) || compareUrgency(a, b));
}
