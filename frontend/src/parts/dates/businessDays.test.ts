import { expect, it } from "vitest";
import { toBusinessDate, businessDaysAfter } from "./businessDays";

it.each([
  ["a Monday", "2026-11-23T13:00:00Z", "2026-11-25"],
  ["a Saturday", "2026-11-21T13:00:00Z", "2026-11-24"],
  ["a Thursday evening that is already Friday in UTC", "2026-11-20T04:30:00Z", "2026-11-23"],
  ["a Thursday evening in daylight saving time", "2026-07-10T03:59:59Z", "2026-07-13"],
])("adds two business days to %s", (_day, from, date) =>
  expect(businessDaysAfter(from, 2)).toBe(date),
);

it("the business date changes at midnight in New York", () => {
  expect(toBusinessDate(new Date("2026-11-24T04:59:59Z"))).toBe("2026-11-23");
  expect(toBusinessDate(new Date("2026-11-24T05:00:00Z"))).toBe("2026-11-24");
});
