import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findLatestDay } from "./today";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it.each([
  ["the same day everywhere", "America/Chicago", "2026-11-28T18:00:00Z", "2026-11-28"],
  ["a new day in New York only", "America/Chicago", "2026-11-29T05:10:00Z", "2026-11-28"],
  ["a new day for the user only", "America/Puerto_Rico", "2026-11-29T04:30:00Z", "2026-11-28"],
  ["a new day in London only", "America/New_York", "2026-11-29T01:00:00Z", "2026-11-28"],
])(
  "returns the latest date that has already begun for both the user and the server: %s",
  (_, zone, now, day) => {
    vi.stubEnv("TZ", zone);
    vi.setSystemTime(now);
    expect(findLatestDay()).toBe(day);
  },
);
