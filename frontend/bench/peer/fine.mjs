// A ticket's fine. The bases of estimates are read from crates/domain/cases/fine.json, and every case of that file is
// checked when this module is loaded.
import { readFileSync } from "node:fs";

const FILE = new URL("../../../crates/domain/cases/fine.json", import.meta.url);
const { estimate, cases } = JSON.parse(readFileSync(FILE, "utf8"));
const BASES = new Map(
  Object.entries(estimate.bases).map(([type, base]) => [type.toLowerCase(), base]),
);
const MAX_CENTS = 100_000_000_00;

const trimAsciiSpaces = (text) => text.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, "");

/** Returns the cents of an amount such as `$1,250.50`, or undefined if the text isn't such an amount. */
function centsOf(text) {
  const [, whole, part = ""] =
    /^\$?(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(trimAsciiSpaces(text)) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole.replaceAll(",", "")) * 100 + Number(part.padEnd(2, "0"));
  return cents <= MAX_CENTS ? cents : undefined;
}

/** Returns the fine in cents, and whether it is an estimate because the amount isn't a number. */
export function fineOf(amount, violationType, points) {
  const cents = centsOf(amount);
  if (cents !== undefined) return { cents, isEstimated: false };
  const base = BASES.get(trimAsciiSpaces(violationType).toLowerCase()) ?? estimate.otherBase;
  return { cents: base + estimate.perPoint * Math.max(points, 0), isEstimated: true };
}

for (const { name, input, expected } of cases) {
  const { cents, isEstimated } = fineOf(input.amountText, input.violationType, input.points);
  if (cents !== expected.fineCents || isEstimated !== expected.isEstimated)
    throw new Error(`the fine differs from crates/domain/cases/fine.json: ${name}`);
}
