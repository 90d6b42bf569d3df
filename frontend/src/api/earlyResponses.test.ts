import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EARLY, takeEarlyResponse } from "./earlyResponses";

const response = Promise.resolve(new Response("{}"));

beforeEach(() => {
  vi.stubGlobal("window", { [EARLY]: new Map([["/api/config", response]]) });
  vi.spyOn(performance, "now").mockReturnValue(500);
});
afterEach(() => vi.unstubAllGlobals());

it("returns a preloaded response once, and only for its own path", () => {
  expect(takeEarlyResponse("/api/session")).toBeNull();
  expect(takeEarlyResponse("/api/config")).toBe(response);
  expect(takeEarlyResponse("/api/config")).toBeNull();
});

it("discards preloaded responses after a request that changes data", () => {
  expect(takeEarlyResponse("/api/logout", "POST")).toBeNull();
  expect(takeEarlyResponse("/api/config")).toBeNull();
});

it("discards preloaded responses that are too old", () => {
  vi.spyOn(performance, "now").mockReturnValue(10_001);
  expect(takeEarlyResponse("/api/config")).toBeNull();
});

it("returns nothing when the page preloaded nothing", () => {
  vi.stubGlobal("window", {});
  expect(takeEarlyResponse("/api/config")).toBeNull();
});
