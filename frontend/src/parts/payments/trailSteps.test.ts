import { expect, it } from "vitest";
import type { MoneyTrail } from "@/api/types";
import { buildTrailSteps } from "./trailSteps";

const NOW = new Date(2026, 10, 4, 12);
const CHARGED: MoneyTrail = {
  chargedAt: new Date(2026, 10, 3, 23, 30).toISOString(),
  sendBy: new Date(2026, 10, 5, 23, 30).toISOString(),
  authority: "New York City",
  sentOn: null,
  reference: null,
  acceptedOn: null,
};
const SENT = { ...CHARGED, sentOn: "2026-11-04", reference: "ACH 4711" };

const texts = (trail: MoneyTrail, now = NOW) => buildTrailSteps(trail, now).map(({ text }) => text);
const states = (trail: MoneyTrail, now = NOW) =>
  buildTrailSteps(trail, now).map(({ state }) => state);

it("shows the deadline for sending the payment, and who confirms it then", () => {
  expect(texts(CHARGED)).toEqual([
    "Charged Nov 3",
    "By Nov 5, we’ll send your payment to New York City",
    "Then New York City confirms it",
  ]);
  expect(texts({ ...CHARGED, authority: null })[1]).toBe(
    "By Nov 5, we’ll send your payment to the issuing agency",
  );
  expect(states(CHARGED)).toEqual(["done", "coming", "coming"]);
});

it("shows a missed deadline as late instead of promising it", () => {
  const later = new Date(2026, 10, 6);
  expect(texts(CHARGED, later).slice(1)).toEqual([
    "Not sent yet. We’re working on it",
    "Then New York City confirms it",
  ]);
  expect(states(CHARGED, later)).toEqual(["done", "late", "coming"]);
});

it("shows when the payment was sent and its reference, even after the deadline", () => {
  expect(texts(SENT, new Date(2026, 11, 1))).toEqual([
    "Charged Nov 3",
    "Sent to New York City Nov 4 (ref. ACH 4711)",
    "Waiting for New York City to confirm",
  ]);
  expect(states(SENT)).toEqual(["done", "done", "coming"]);
});

it("shows when the payment was accepted, with the year if it is not the current one", () => {
  const accepted = { ...SENT, acceptedOn: "2026-11-09" };
  expect(texts(accepted).at(2)).toBe("Accepted Nov 9");
  expect(texts(accepted, new Date(2027, 0, 2))).toEqual([
    "Charged Nov 3, 2026",
    "Sent to New York City Nov 4, 2026 (ref. ACH 4711)",
    "Accepted Nov 9, 2026",
  ]);
  expect(states(accepted)).toEqual(["done", "done", "done"]);
});
