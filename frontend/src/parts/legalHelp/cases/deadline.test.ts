import { expect, it } from "vitest";
import { CONTACT_WARNING_MS, deadlineChip } from "./deadline";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

it.each([
  [25, "good"],
  [23, "warn"],
  [-1, "bad"],
])("a deadline in %s hours has the tone %s", (hours, tone) => {
  expect(deadlineChip(at(hours), NOW).tone).toBe(tone);
});

it.each([
  [12, "good"],
  [5, "good"],
  [3, "warn"],
  [-1, "bad"],
])("the first contact, due in %s hours, has the tone %s", (hours, tone) => {
  expect(deadlineChip(at(hours), NOW, { warningMs: CONTACT_WARNING_MS }).tone).toBe(tone);
});
