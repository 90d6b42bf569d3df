import { expect, it } from "vitest";
import { formatMoment } from "./formatMoment";

const FRIDAY = new Date(2026, 10, 20, 18, 0).getTime();

it.each([
  [new Date(2026, 10, 23, 18, 0), /^Mon, Nov 23, 6:00\u00a0PM [A-Z]/],
  // Midnight is shown as the end of Monday.
  [new Date(2026, 10, 24, 0, 0), /^Mon, Nov 23, 11:59\u00a0PM [A-Z]/],
  [new Date(2027, 0, 4, 9, 5), /^Mon, Jan 4, 2027, 9:05\u00a0AM [A-Z]/],
])("%s is shown with its day, time and time zone", (time, shown) => {
  expect(formatMoment(time.toISOString(), FRIDAY)).toMatch(shown);
});
