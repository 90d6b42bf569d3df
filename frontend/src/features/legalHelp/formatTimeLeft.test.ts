import { expect, test } from "vitest";
import { formatTimeLeft } from "./formatTimeLeft";

const NOW = Date.parse("2026-11-20T12:00:00Z");

test.each([
  ["2026-11-20T12:00:00Z", null],
  ["2026-11-20T11:00:00Z", null],
  ["not a time", null],
  ["2026-11-20T12:00:59Z", "less than a minute"],
  ["2026-11-20T12:12:30Z", "12 minutes"],
  ["2026-11-20T17:12:00Z", "5 hours 12 minutes"],
  ["2026-11-20T17:00:00Z", "5 hours"],
  ["2026-11-21T12:30:00Z", "1 day"],
  ["2026-11-23T15:30:00Z", "3 days 3 hours"],
])("the time left until %s is %s", (until, words) => {
  expect(formatTimeLeft(until, NOW)).toBe(words);
});
