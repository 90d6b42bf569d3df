import { readAmount, UNCLEAR_AMOUNT } from "@/lib/amount";
import { formatCents } from "@/lib/money";
import type { ItemKind } from "@/lib/paths";
import { MAX_UNCONFIRMED_CENTS } from "../../desk/filing/useLargeAmount";
import type { ItemValues } from "./fieldSpecs";

const MIN_CHARGE = 50;
const MAX_CHARGE = 999_999_99;

/**
 * Base of the estimated fine, in cents, by violation type. Estimates are for tickets whose amount isn't a number.
 * Tested with crates/domain/cases/fine.json.
 */
const BASES: Readonly<Record<string, number>> = {
  speeding: 150_00,
  "red light violation": 200_00,
  "parking violation": 75_00,
  "stop sign violation": 125_00,
  "reckless driving": 300_00,
};
const OTHER_BASE = 100_00;
const PER_POINT = 25_00;

/** Estimates the fine, in cents, of a ticket whose amount isn't a number. */
export function estimateFine(violationType: string, points: number): number {
  const type = violationType.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, "").toLowerCase();
  const base = Object.hasOwn(BASES, type) ? BASES[type] : OTHER_BASE;
  return (base ?? OTHER_BASE) + Math.max(0, points) * PER_POINT;
}

/** Returns why an amount can't be filed; null if it can. Only a ticket may have an amount that isn't a number. */
export function findAmountProblem(kind: ItemKind, text: string): string | null {
  const read = readAmount(text);
  if ("error" in read) return read.error;
  return "isText" in read && kind !== "ticket" ? UNCLEAR_AMOUNT : null;
}

/**
 * Describes how the driver will see the amount that staff are typing, or why the amount can't be
 * filed. Undefined while the field is empty.
 */
export function describeAmount(kind: ItemKind, values: ItemValues): string | undefined {
  const text = String(values.amount ?? "");
  if (!text.trim()) return undefined;
  const read = readAmount(text);
  if ("cents" in read)
    return `The driver will see ${formatCents(read.cents)}.${describeUnpayable(read.cents)}`;
  const problem = findAmountProblem(kind, text);
  if (problem) return problem;
  const type = String(values.violationType ?? "").trim();
  const points = Number(values.points) || 0;
  const from = [
    type || "the violation",
    points > 0 && `${points} ${points === 1 ? "point" : "points"}`,
  ];
  const cents = formatCents(estimateFine(type, points));
  return `The driver will see ${cents}, estimated from ${from.filter(Boolean).join(" and ")}.`;
}

/** Says that an amount is too small or too large for a card; empty if it is neither. */
function describeUnpayable(cents: number): string {
  if (cents < MIN_CHARGE) return " The driver can’t pay less than $0.50 by card.";
  if (cents > MAX_CHARGE) return " The driver can’t pay more than $999,999.99 by card.";
  return "";
}

/**
 * Returns the amount that staff have to confirm, in cents; null if there is none. `stored` has the values of an
 * existing item, whose unchanged amount needs no confirmation.
 */
export function findAmountToConfirm(values: ItemValues, stored?: ItemValues): number | null {
  if (stored?.amount === values.amount) return null;
  const read = readAmount(String(values.amount ?? ""));
  return "cents" in read && read.cents > MAX_UNCONFIRMED_CENTS ? read.cents : null;
}
