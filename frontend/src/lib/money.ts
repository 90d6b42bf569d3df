/** Money as text and as whole cents. What an item costs, the server says. */
/** The cents of an amount that the server wrote, such as "1250.00". */
export const centsOf = (decimal: string): number => Math.round(Number(decimal) * 100);

/** $1,250 or $1,250.50: cents only when there are any. */
export function formatCents(cents: number): string {
  return (cents / 100).toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  });
}

/** 1250.00: how money is written in addresses and requests. */
export function decimalCents(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** A fine within a sentence, with the word that says when it is worked out. */
export const fineText = (of: { fine: string; isEstimated: boolean }): string =>
  `${of.isEstimated ? "estimated " : ""}${formatCents(centsOf(of.fine))}`;
