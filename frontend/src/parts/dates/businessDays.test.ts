import { expect, it } from "vitest";
import { businessDay, businessDaysAfter } from "./businessDays";

it.each([
  ["a Monday", "2026-11-23T13:00:00Z", "2026-11-25"],
  ["a Saturday", "2026-11-21T13:00:00Z", "2026-11-24"],
  ["a Thursday's evening, when it is Friday in London", "2026-11-20T04:30:00Z", "2026-11-23"],
  ["a summer's Thursday, with its clock ahead", "2026-07-10T03:59:59Z", "2026-07-13"],
])("two business days after %s", (_day, from, date) =>
  expect(businessDaysAfter(from, 2)).toBe(date),
);

it("a day ends at midnight in New York", () => {
  expect(businessDay(new Date("2026-11-24T04:59:59Z"))).toBe("2026-11-23");
  expect(businessDay(new Date("2026-11-24T05:00:00Z"))).toBe("2026-11-24");
});
