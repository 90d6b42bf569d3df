/** Converts an amount from the server, such as "1250.00", to cents. */
export const centsOf = (decimal: string): number => Math.round(Number(decimal) * 100);

/** Formats cents as $1,250 or $1,250.50; whole dollars have no cents. */
export function formatCents(cents: number): string {
  return (cents / 100).toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  });
}

/** Formats cents for URLs and requests, such as 1250.00. */
export function formatDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Returns the words after a sum of fines that says whether all or some of them are estimates; empty if none are. */
export function describeEstimate(items: readonly { isEstimated: boolean }[]): string {
  const estimated = items.filter(({ isEstimated }) => isEstimated).length;
  if (estimated === 0) return "";
  return estimated === items.length ? " (estimated)" : " (partly estimated)";
}

/** Formats a fine, or a price that depends on it, such as "$225" or "$225 (estimated)". */
export const describeFine = (fine: string, isEstimated: boolean | null): string =>
  `${formatCents(centsOf(fine))}${isEstimated ? " (estimated)" : ""}`;

/** A fine in a sentence, preceded by "estimated" if it is an estimate. */
export const formatFine = (item: { fine: string; isEstimated: boolean }): string =>
  `${item.isEstimated ? "estimated " : ""}${formatCents(centsOf(item.fine))}`;
