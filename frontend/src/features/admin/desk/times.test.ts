import { describe, expect, it } from "vitest";
import { formatRelativeTime } from "./times";

const NOW = new Date("2026-11-21T12:00:00Z");

describe("formatRelativeTime", () => {
  it.each([
    ["2026-11-21T11:59:30Z", "Just now"],
    ["2026-11-21T11:55:00Z", "5m ago"],
    ["2026-11-21T09:00:00Z", "3h ago"],
    ["2026-11-20T11:00:00Z", "1d ago"],
    ["2026-11-11T12:00:00Z", "10d ago"],
    ["2026-10-20T12:00:00Z", "1mo ago"],
    ["2026-08-20T12:00:00Z", "3mo ago"],
    ["2024-10-01T12:00:00Z", "2y ago"],
  ])("formats %s as %s", (at, words) => {
    expect(formatRelativeTime(at, NOW)).toBe(words);
  });

  it("writes out the unit in the long form", () => {
    const format = (at: string) => formatRelativeTime(at, NOW, "just now", true);
    expect(format("2026-11-21T11:59:00Z")).toBe("1 minute ago");
    expect(format("2026-11-21T09:00:00Z")).toBe("3 hours ago");
    expect(format("2026-11-21T11:59:30Z")).toBe("just now");
  });

  it("formats a time less than a minute ago with the text that the caller passes", () => {
    expect(formatRelativeTime("2026-11-21T11:59:30Z", NOW, "just now")).toBe("just now");
  });
});
