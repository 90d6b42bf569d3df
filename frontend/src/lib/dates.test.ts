import { describe, expect, it } from "vitest";
import { daysUntil, dueText, formatDate } from "./dates";

describe("a date", () => {
  it("is shown MM/DD/YYYY, whatever the time zone", () => {
    expect(formatDate("2026-03-01")).toBe("03/01/2026");
    expect(formatDate(null)).toBe("");
  });

  it("is shown as it came when it is none", () => {
    expect(formatDate("unknown")).toBe("unknown");
  });

  it("of a time is the person's own day", () => {
    expect(formatDate(new Date(2026, 0, 5, 23, 30).toISOString())).toBe("01/05/2026");
  });
});

describe("what is due", () => {
  const late = new Date(2026, 2, 7, 23, 59);
  it.each([
    ["2026-03-05", -2, "Overdue 2 days", "bad"],
    ["2026-03-06", -1, "Overdue 1 day", "bad"],
    ["2026-03-07", 0, "Due today", "warn"],
    ["2026-03-08", 1, "Due tomorrow", "warn"],
    // Clocks go forward on 8 March in the USA: still whole days.
    ["2026-03-10", 3, "Due in 3 days", "warn"],
    ["2026-03-14", 7, "Due in 7 days", "warn"],
    ["2026-03-15", 8, "Due in 8 days", "neutral"],
  ])("on %s is %i days away", (date, days, text, tone) => {
    expect(daysUntil(date, late)).toBe(days);
    expect(dueText(date, late)).toEqual({ text, tone });
  });

  it("is nothing without a date", () => {
    expect(dueText(null, late)).toBeNull();
    expect(dueText("soon", late)).toBeNull();
  });
});
