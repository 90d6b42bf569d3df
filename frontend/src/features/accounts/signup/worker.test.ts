import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";

type Handler = (event: object) => void;

/** Runs the service worker's script in a fake browser with these tabs open. */
function runWorker(...tabs: string[]) {
  const handlers = new Map<string, Handler>();
  const windows = tabs.map((url) => ({ url, focus: vi.fn() }));
  const openWindow = vi.fn();
  const self = {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    clients: { matchAll: async () => windows, openWindow },
  };
  runInNewContext(readFileSync("public/sw.js", "utf8"), { self, URL });
  async function click(tag: string) {
    const close = vi.fn();
    const pending: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => pending.push(work);
    handlers.get("notificationclick")?.({ notification: { tag, close }, waitUntil });
    await Promise.all(pending);
    return close;
  }
  return { click, openWindow, windows };
}

describe("clicks on notifications", () => {
  it("closes the clicked signup reminder and opens the signup page", async () => {
    const { click, openWindow, windows } = runWorker("https://lanewise.example/driving-profile");
    expect(await click("signup-return")).toHaveBeenCalledOnce();
    expect(openWindow).toHaveBeenCalledExactlyOnceWith("/signup");
    expect(windows[0]?.focus).not.toHaveBeenCalled();
  });

  it("focuses a signup page that is already open when the reminder is clicked", async () => {
    const { click, openWindow, windows } = runWorker("https://lanewise.example/signup?step=3");
    expect(await click("signup-return")).toHaveBeenCalledOnce();
    expect(windows[0]?.focus).toHaveBeenCalledOnce();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it("ignores a click on any other notification", async () => {
    const { click, openWindow } = runWorker();
    expect(await click("something-else")).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });
});

describe("the signup reminder", () => {
  it("shows the signup reminder for five seconds, then closes it by its tag", async () => {
    vi.useFakeTimers();
    try {
      const handlers = new Map<string, Handler>();
      const close = vi.fn();
      const registration = {
        showNotification: vi.fn(async () => undefined),
        getNotifications: vi.fn(async () => [{ close }]),
      };
      const self = {
        addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
        registration,
      };
      const script = readFileSync("public/sw.js", "utf8");
      runInNewContext(script, { self, URL, setTimeout, Promise });
      const pending: Promise<unknown>[] = [];
      const waitUntil = (work: Promise<unknown>) => pending.push(work);
      handlers.get("message")?.({ data: "something-else", waitUntil });
      expect(pending).toEqual([]);
      handlers.get("message")?.({ data: "signup-return", waitUntil });
      await vi.advanceTimersByTimeAsync(4999);
      expect(registration.showNotification).toHaveBeenCalledExactlyOnceWith(
        "Finish signing up",
        expect.objectContaining({ tag: "signup-return" }),
      );
      expect(close).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await Promise.all(pending);
      expect(registration.getNotifications).toHaveBeenCalledExactlyOnceWith({
        tag: "signup-return",
      });
      expect(close).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});
