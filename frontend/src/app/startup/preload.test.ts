// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";

/** Replaces the browser's report of paints. Returns a function that reports the first paint. */
function stubPaint(): () => void {
  let report = () => {};
  class Observer {
    static supportedEntryTypes = ["paint"];
    constructor(private readonly onPaint: (list: object) => void) {}
    observe() {
      report = () => this.onPaint({ getEntriesByName: () => [{}] });
    }
    disconnect() {}
  }
  vi.stubGlobal("PerformanceObserver", Observer);
  return () => report();
}

const scripts = () => document.querySelectorAll("script").length;

/** Replaces `fetch`, and returns the replacement. */
function stubFetch() {
  const fetch = vi.fn(async () => new Response("{}"));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
  document.head.innerHTML = '<meta name="start" content="/assets/main.js">';
});

it("a prerendered screen that can be hydrated requests data and scripts after it is painted", async () => {
  const paint = stubPaint();
  const fetch = stubFetch();
  await import("./preload");
  expect(fetch).not.toHaveBeenCalled();
  expect(scripts()).toBe(0);
  paint();
  // Without a report of the paint, the script would wait for a second.
  await vi.waitFor(() => expect(scripts()).toBe(1), { timeout: 500 });
  expect(fetch.mock.calls).toEqual([["/api/config", expect.anything()]]);
});

it("a prerendered screen that stored input changes requests data and scripts at once", async () => {
  sessionStorage.setItem("lanewise.signup", "{}");
  stubPaint();
  const fetch = stubFetch();
  await import("./preload");
  expect(fetch.mock.calls).toEqual([["/api/config", expect.anything()]]);
  await vi.waitFor(() => expect(scripts()).toBe(1), { timeout: 500 });
});
