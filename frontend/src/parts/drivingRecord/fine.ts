/** The fine shown and the lawyer's price; crates/domain/src/fine.rs computes the same, from the same case files. */
export type FineSource = { amount: string | null; violationType: string; points?: number | null };

/** A map: on a plain object, a type called `constructor` would find something. */
const BASES = new Map([
  ["speeding", 150_00],
  ["red light violation", 200_00],
  ["parking violation", 75_00],
  ["stop sign violation", 125_00],
  ["reckless driving", 300_00],
]);
const OTHER_BASE = 100_00;
const PER_POINT = 25_00;
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

/** The amount if it is a number, else a base by violation type and 25 a point. */
export function fineCents({ amount, violationType, points }: FineSource): number {
  const base = BASES.get(trim(violationType).toLowerCase()) ?? OTHER_BASE;
  return parseAmount(amount) ?? base + PER_POINT * Math.max(points ?? 0, 0);
}

/** A parking ticket has no points, and whatever its violation type says it is a parking violation. */
export function parkingFineCents(amount: string | null): number {
  return fineCents({ amount, violationType: "Parking violation" });
}

/** A toll has neither points nor a violation type. */
export function tollFineCents(amount: string | null): number {
  return fineCents({ amount, violationType: "" });
}

/** Half the fine, an odd cent rounded up. */
export function lawyerPriceCents(fine: number): number {
  return Math.ceil(fine / 2);
}

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
