import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EARLY, earlyAnswer } from "./early";

const answer = Promise.resolve(new Response("{}"));

beforeEach(() => {
  vi.stubGlobal("window", { [EARLY]: new Map([["/api/config", answer]]) });
  vi.spyOn(performance, "now").mockReturnValue(500);
});
afterEach(() => vi.unstubAllGlobals());

it("an early answer is taken once, by its own address", () => {
  expect(earlyAnswer("/api/session")).toBeNull();
  expect(earlyAnswer("/api/config")).toBe(answer);
  expect(earlyAnswer("/api/config")).toBeNull();
});

it("none is taken once something was changed", () => {
  expect(earlyAnswer("/api/logout", "POST")).toBeNull();
  expect(earlyAnswer("/api/config")).toBeNull();
});

it("none is taken once it may be old", () => {
  vi.spyOn(performance, "now").mockReturnValue(10_001);
  expect(earlyAnswer("/api/config")).toBeNull();
});

it("without any the call is made as always", () => {
  vi.stubGlobal("window", {});
  expect(earlyAnswer("/api/config")).toBeNull();
});
