// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearSession,
  loadSession,
  SESSION_KEY,
  saveSession,
  touchSession,
  watchActivity,
} from "./session";
import { newSession } from "./sessionRecord";

const NOW = Date.parse("2026-01-15T10:00:00Z");
const MINUTE = 60_000;
const record = () => newSession({ id: 7 }, NOW);
const storedTexts = () => [localStorage.getItem(SESSION_KEY), sessionStorage.getItem(SESSION_KEY)];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("the stored session", () => {
  it("saves the session under one key in both storages, and clears both", () => {
    saveSession(record());
    expect(storedTexts()).toEqual([JSON.stringify(record()), JSON.stringify(record())]);
    clearSession();
    expect(storedTexts()).toEqual([null, null]);
  });

  it("reads the session from sessionStorage if localStorage is empty", () => {
    saveSession(record());
    localStorage.clear();
    expect(loadSession(NOW)).toEqual(record());
  });

  it("clears the session when it is read after it expired", () => {
    saveSession(record());
    expect(loadSession(NOW + 30 * MINUTE)).toBeNull();
    expect(storedTexts()).toEqual([null, null]);
  });

  it("renews the session when it is read with fewer than five minutes left", () => {
    saveSession(record());
    loadSession(NOW + 26 * MINUTE);
    expect(loadSession(NOW + 55 * MINUTE)).not.toBeNull();
  });

  it("stores the time of an activity without changing the session's end", () => {
    saveSession(record());
    touchSession(NOW + 10 * MINUTE);
    expect(loadSession(NOW + 10 * MINUTE)).toEqual({
      ...record(),
      lastActivity: "2026-01-15T10:10:00.000Z",
    });
  });

  it.each([
    "{",
    "null",
    '"text"',
    "[]",
    "{}",
    '{"user":null,"loginTime":"2026-01-15T10:00:00Z","lastActivity":"x","expiresAt":"y"}',
    '{"user":{"id":7},"loginTime":5,"lastActivity":5,"expiresAt":5}',
  ])("clears a corrupted session record: %s", (text) => {
    localStorage.setItem(SESSION_KEY, text);
    expect(loadSession(NOW)).toBeNull();
    expect(storedTexts()).toEqual([null, null]);
  });

  it("logs a warning and works without a stored session when the browser's storage fails", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("forbidden", "SecurityError");
    });
    expect(() => saveSession(record())).not.toThrow();
    expect(loadSession(NOW)).toBeNull();
    expect(warn).toHaveBeenCalledTimes(2);
  });
});

describe("user activity", () => {
  it.each(["click", "keypress", "scroll", "touchstart"])("detects user activity: %s", (name) => {
    const noticed = vi.fn();
    const stop = watchActivity(noticed);
    window.dispatchEvent(new Event(name));
    stop();
    window.dispatchEvent(new Event(name));
    expect(noticed).toHaveBeenCalledOnce();
  });

  it("adds the activity listeners again every 60 seconds, until it is stopped", () => {
    vi.useFakeTimers();
    const target = new EventTarget();
    const add = vi.spyOn(target, "addEventListener");
    const stop = watchActivity(() => {}, target);
    expect(add).toHaveBeenCalledTimes(4);
    vi.advanceTimersByTime(60_000);
    expect(add).toHaveBeenCalledTimes(8);
    stop();
    vi.advanceTimersByTime(120_000);
    expect(add).toHaveBeenCalledTimes(8);
    vi.useRealTimers();
  });
});
