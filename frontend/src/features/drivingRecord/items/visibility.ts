const PAID_ITEMS_STAY_MS = 3 * 86_400_000;

/** Hides an item more than three days after it was paid. Without a payment time it stays. */
export function isListed(item: { isPaid: boolean; paidAt: string | null }, now: Date): boolean {
  if (!item.isPaid || !item.paidAt) return true;
  return now.getTime() - Date.parse(item.paidAt) <= PAID_ITEMS_STAY_MS;
}
