import { describe, expect, it } from "vitest";
import type { PaidItem } from "@/api/types";
import { groupByMonth, formatTime } from "./months";

const paid = (label: string, paidAt: Date): PaidItem => ({
  type: "toll",
  itemId: 1,
  citationNumber: null,
  issuer: null,
  transactionId: 1,
  hireId: null,
  label,
  amount: "6.40",
  confirmationNumber: "CONF-23456789AB",
  card: null,
  paidAt: paidAt.toISOString(),
  status: "Completed",
  refunded: "0.00",
  refundReason: null,
  trail: null,
  billedAgain: null,
});

describe("payments by month", () => {
  it("groups payments by month in the browser's time zone, also around midnight and the new year", () => {
    const months = groupByMonth([
      paid("a", new Date(2027, 0, 1, 0, 0)),
      paid("b", new Date(2026, 11, 31, 23, 59)),
      paid("c", new Date(2026, 11, 1, 0, 0)),
      paid("d", new Date(2026, 10, 30, 23, 59)),
      paid("e", new Date(2025, 10, 30, 12, 0)),
    ]);
    expect(months.map(({ name, items }) => [name, items.map(({ label }) => label)])).toEqual([
      ["January 2027", ["a"]],
      ["December 2026", ["b", "c"]],
      ["November 2026", ["d"]],
      ["November 2025", ["e"]],
    ]);
    expect(groupByMonth([])).toEqual([]);
  });

  it("shows the time of a payment to the minute", () => {
    expect(formatTime(new Date(2026, 0, 5, 23, 30).toISOString())).toMatch(
      /^Jan 5, 2026, 11:30\u00a0PM [A-Z]/,
    );
  });
});
