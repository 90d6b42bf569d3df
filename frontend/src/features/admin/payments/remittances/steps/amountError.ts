import { readAmount, UNCLEAR_AMOUNT } from "@/lib/amount";
import { centsOf, formatCents } from "@/lib/money";

/** Returns why this amount can't be recovered or written off, given the maximum; undefined if it can. */
export function findAmountError(typed: string, maximum: string): string | undefined {
  const read = readAmount(typed);
  if ("error" in read) return read.error;
  if ("isText" in read) return UNCLEAR_AMOUNT;
  if (read.cents === 0) return "Enter more than $0.";
  return read.cents > centsOf(maximum)
    ? `Enter at most ${formatCents(centsOf(maximum))}.`
    : undefined;
}
