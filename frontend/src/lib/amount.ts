/** The largest amount that the server accepts, in cents. */
const MAX_CENTS = 100_000_000_00;

/**
 * A typed amount: an amount in cents, words instead of a number (`isText`), or an error message. The fine of a ticket
 * with words as its amount is estimated.
 */
export type Amount = { cents: number } | { isText: true } | { error: string };

const COMMA = "Use commas only to group thousands and a period before cents, such as $1,150.50.";
const DECIMALS = "Use at most two digits after the decimal point, such as $1,150.50.";
const TOO_LARGE = "This is more than $100,000,000.";
export const UNCLEAR_AMOUNT = "Enter the amount in digits, such as 1150.50 or $1,150.50.";

/** Reads an amount by the server's rules. The page and the server are tested with crates/domain/cases/amount.json. */
export function readAmount(typed: string): Amount {
  // Trims only ASCII white space, like the server.
  const text = typed.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, "");
  if (!/\p{N}/u.test(text))
    return /\p{Alphabetic}/u.test(text) ? { isText: true } : { error: UNCLEAR_AMOUNT };
  const number = text.replace(/^\$/, "");
  const [, whole = "", fraction] = /^([\d,]*)(?:\.([\d,.]*))?$/.exec(number) ?? [];
  if (!/^[\d,.]*$/.test(number)) return { error: UNCLEAR_AMOUNT };
  if (!/^(\d*|[1-9]\d{0,2}(,\d{3})+)$/.test(whole) || fraction?.includes(","))
    return { error: COMMA };
  if (whole === "" || fraction === "" || fraction?.includes(".")) return { error: UNCLEAR_AMOUNT };
  if (fraction && fraction.length > 2) return { error: DECIMALS };
  const digits = whole.replaceAll(",", "");
  const cents = Number(digits) * 100 + Number((fraction ?? "").padEnd(2, "0"));
  return cents <= MAX_CENTS ? { cents } : { error: TOO_LARGE };
}

/** Formats an amount as typed: a number with a dollar sign, or the text as it is, such as "See court". */
export const formatTypedAmount = (typed: string): string =>
  /^\d/.test(typed) ? `$${typed}` : typed;

/** Returns an amount, for example from a URL, in cents; null if the text isn't an amount. */
export function parseAmount(text: string | null | undefined): number | null {
  const amount = readAmount(text ?? "");
  return "cents" in amount ? amount.cents : null;
}
