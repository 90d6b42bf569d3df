const PAID_ITEMS_STAY_MS = 3 * 86_400_000;

/** A paid item leaves the lists once it was paid more than three days ago; without a paid time it stays. */
export function isListed(item: { isPaid: boolean; paidAt: string | null }, now: Date): boolean {
  if (!item.isPaid || !item.paidAt) return true;
  return now.getTime() - Date.parse(item.paidAt) <= PAID_ITEMS_STAY_MS;
}
