const PAID_VISIBLE_MS = 3 * 86_400_000;

/**
 * Whether a list shows an item. Items are hidden three days after they were paid. An item without a payment time stays.
 */
export function isListed(item: { isPaid: boolean; paidAt: string | null }, now: Date): boolean {
  if (!item.isPaid || !item.paidAt) return true;
  return now.getTime() - Date.parse(item.paidAt) <= PAID_VISIBLE_MS;
}
