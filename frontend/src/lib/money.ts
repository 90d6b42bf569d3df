/** Money as text and as whole cents. What an item costs, the server says. */
const LARGEST_READ = 100_000_000_00;

/** Only ASCII white space counts, as on the server. */
const trim = (text: string) => text.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, "");

/** The cents of an amount's text ("$1,250", ".5", "75.555" half up), or null when it is not a number. */
export function parseAmount(text: string | null | undefined): number | null {
  const parts = /^(\d*)(?:\.(\d*))?$/.exec(trim((text ?? "").replace(/[$,]/g, "")));
  const [, whole = "", fraction = ""] = parts ?? [];
  if (!parts || (whole === "" && fraction === "")) return null;
  const rest = fraction.padEnd(3, "0");
  const cents = Number(rest.slice(0, 2)) + (rest.charAt(2) >= "5" ? 1 : 0);
  const total = Number(whole) * 100 + cents;
  return total <= LARGEST_READ ? total : null;
}

/** The cents of an amount that the server wrote, such as "1250.00". */
export const centsOf = (decimal: string): number => parseAmount(decimal) ?? 0;

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
