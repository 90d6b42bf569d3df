import { expect, it } from "vitest";
import { describeRemainingCourt } from "./remainingCourt";

const NOW = new Date(2026, 10, 24, 12);

it.each([
  [
    "2026-11-28",
    "9:30 AM",
    "Paying doesn’t cancel your court date. You must still appear on Nov 28, 9:30 AM.",
  ],
  ["2026-11-24", null, "Paying doesn’t cancel your court date. You must still appear on Nov 24."],
  [
    "2027-01-04",
    null,
    "Paying doesn’t cancel your court date. You must still appear on Jan 4, 2027.",
  ],
  [
    null,
    null,
    "Paying doesn’t cancel your court appearance. We don’t have the court date. Check your ticket or ask the court.",
  ],
  [
    "2026-11-20",
    null,
    "Paying doesn’t cancel your court date. Your court date was Nov 20. Get help with next steps.",
  ],
])(
  "says that paying doesn't cancel the court appearance: %s at %s",
  (courtDate, courtTime, text) => {
    expect(describeRemainingCourt({ courtDate, courtTime }, NOW).replace("\u00a0", " ")).toBe(text);
  },
);
