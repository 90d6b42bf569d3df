import { describe, expect, it } from "vitest";
import {
  clockText,
  formatDaysAway,
  daysUntil,
  describeDueDate,
  formatDate,
  shortDate,
} from "./dates";

describe("a date", () => {
  it("shows a date as MM/DD/YYYY, regardless of the time zone", () => {
    expect(formatDate("2026-03-01")).toBe("03/01/2026");
    expect(formatDate(null)).toBe("");
  });

  it("shows a text that is not a valid date unchanged", () => {
    expect(formatDate("unknown")).toBe("unknown");
  });

  it("shows the local day of a timestamp", () => {
    expect(formatDate(new Date(2026, 0, 5, 23, 30).toISOString())).toBe("01/05/2026");
  });
});

describe("due date text", () => {
  const describeDue = (dueDate: string | null, now: Date, isOverdue = false) =>
    describeDueDate({ dueDate, isOverdue }, now);
  const late = new Date(2026, 2, 7, 23, 59);
  it.each([
    ["2026-03-05", -2, "Overdue 2 days", "bad"],
    ["2026-03-06", -1, "Overdue 1 day", "bad"],
    ["2026-03-07", 0, "Due today", "warn"],
    ["2026-03-08", 1, "Due tomorrow", "warn"],
    // Daylight saving time starts on March 8 in the US; days still count as whole days.
    ["2026-03-10", 3, "Due in 3 days", "warn"],
    ["2026-03-14", 7, "Due in 7 days", "warn"],
    ["2026-03-15", 8, "Due in 8 days", "neutral"],
  ])("says when %s is due, which is %i days away", (date, days, text, tone) => {
    expect(daysUntil(date, late)).toBe(days);
    expect(describeDue(date, late, days < 0)).toEqual({ text, tone });
  });

  it.each([
    // Just after midnight it is the next day, also at the end of a year and in a leap year.
    [new Date(2026, 2, 8, 0, 0), "2026-03-07", "Overdue 1 day", "bad"],
    [new Date(2026, 11, 31, 23, 59), "2027-01-01", "Due tomorrow", "warn"],
    [new Date(2027, 0, 1, 0, 0), "2026-12-31", "Overdue 1 day", "bad"],
    [new Date(2028, 1, 28, 12, 0), "2028-03-01", "Due in 2 days", "warn"],
    // Daylight saving time ends on November 1, 2026 in the US.
    [new Date(2026, 9, 31, 23, 59), "2026-11-02", "Due in 2 days", "warn"],
    [new Date(2026, 10, 2, 0, 30), "2026-10-31", "Overdue 2 days", "bad"],
  ])("counts calendar days from %s to %s", (now, date, text, tone) => {
    expect(describeDue(date, now, tone === "bad")).toEqual({ text, tone });
  });

  it("has no due date text without a valid date", () => {
    expect(describeDue(null, late)).toBeNull();
    expect(describeDue("soon", late)).toBeNull();
  });

  it("shows an item as overdue only if the server says so, even without a due date", () => {
    expect(describeDue("2026-03-06", late)).toEqual({ text: "Due today", tone: "warn" });
    expect(describeDue("2026-03-07", late, true)).toEqual({ text: "Overdue", tone: "bad" });
    expect(describeDue(null, late, true)).toEqual({ text: "Overdue", tone: "bad" });
  });
});

describe("short date and day count", () => {
  const now = new Date(2026, 10, 28, 12, 0);
  it.each([
    ["2026-12-02", "Dec 2", "in 4 days"],
    ["2026-11-28", "Nov 28", "today"],
    ["2026-11-29", "Nov 29", "tomorrow"],
    ["2026-11-27", "Nov 27", "yesterday"],
    ["2027-01-05", "Jan 5, 2027", "in 38 days"],
  ])("formats %s as %s, which is %s", (date, short, days) => {
    expect([shortDate(date, now), formatDaysAway(date, now)]).toEqual([short, days]);
  });

  it("has no short date and day count without a valid date", () => {
    expect([shortDate(null, now), formatDaysAway("soon", now)]).toEqual(["", ""]);
  });
});

it("leaves a clock time that it can't parse unchanged, and shows nothing for null", () => {
  expect(["9:30 AM, Room 12", " after lunch ", null].map(clockText)).toEqual([
    "9:30 AM, Room 12",
    "after lunch",
    "",
  ]);
});
