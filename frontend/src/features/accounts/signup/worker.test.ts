import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";

type Handler = (event: object) => void;

/** The service worker's script with a browser around it that has these tabs open. */
function worker(...tabs: string[]) {
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

describe("a click on the signup's reminder", () => {
  it("closes it and opens the signup", async () => {
    const { click, openWindow, windows } = worker("https://lanewise.example/driving-profile");
    expect(await click("signup-return")).toHaveBeenCalledOnce();
    expect(openWindow).toHaveBeenCalledExactlyOnceWith("/signup");
    expect(windows[0]?.focus).not.toHaveBeenCalled();
  });

  it("goes to the signup that is open already", async () => {
    const { click, openWindow, windows } = worker("https://lanewise.example/signup?step=3");
    expect(await click("signup-return")).toHaveBeenCalledOnce();
    expect(windows[0]?.focus).toHaveBeenCalledOnce();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it("is no matter when it is another notification", async () => {
    const { click, openWindow } = worker();
    expect(await click("something-else")).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });
});
