const PAID_VISIBLE_MS = 3 * 86_400_000;

/**
 * Whether a list shows an item. A paid item is hidden three days after its payment, if the time of payment is known.
 */
export function isListed(item: { isPaid: boolean; paidAt: string | null }, now: Date): boolean {
  if (!item.isPaid || !item.paidAt) return true;
  return now.getTime() - Date.parse(item.paidAt) <= PAID_VISIBLE_MS;
}
