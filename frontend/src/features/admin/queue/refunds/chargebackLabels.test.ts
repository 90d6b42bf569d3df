import { expect, it } from "vitest";
import { formatTimeLeft } from "./chargebackLabels";

const NOW = Date.parse("2026-11-22T12:00:00Z");

it.each([
  ["2026-12-01T23:59:59Z", "9 days left"],
  ["2026-11-23T12:00:00Z", "1 day left"],
  ["2026-11-23T11:59:59Z", "23 hours left"],
  ["2026-11-22T13:00:00Z", "1 hour left"],
  ["2026-11-22T12:59:59Z", "Less than an hour left"],
  ["2026-11-22T12:00:00Z", "Deadline passed"],
  [null, "The bank doesn’t accept evidence for this chargeback."],
])("describes the deadline for evidence %s: %s", (dueBy, expected) => {
  expect(formatTimeLeft(dueBy, NOW)).toBe(expected);
});
