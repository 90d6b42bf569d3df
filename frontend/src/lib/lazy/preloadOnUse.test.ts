// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Imports a fresh copy of the module, as on a page that has not been used yet. */
async function importFreshModule() {
  const { preloadOnUse } = await import("./preloadOnUse");
  const load = vi.fn().mockResolvedValue(undefined);
  return { preloadOnUse, load };
}

const use = (type: string) => window.dispatchEvent(new Event(type));

it("loads nothing until the page is used", async () => {
  const { preloadOnUse, load } = await importFreshModule();
  preloadOnUse(load);
  await vi.advanceTimersByTimeAsync(60_000);
  use("focusin");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
});

it.each(["pointermove", "pointerdown", "wheel", "keydown"])(
  "loads at the first %s event",
  async (type) => {
    const { preloadOnUse, load } = await importFreshModule();
    preloadOnUse(load);
    await vi.advanceTimersByTimeAsync(2_000);
    use(type);
    await vi.advanceTimersByTimeAsync(0);
    expect(load).toHaveBeenCalledTimes(1);
    use(type);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(load).toHaveBeenCalledTimes(1);
  },
);

it("waits two seconds before it preloads code for a new screen of a page in use", async () => {
  const { preloadOnUse, load } = await importFreshModule();
  preloadOnUse(vi.fn());
  use("keydown");
  await vi.advanceTimersByTimeAsync(5_000);
  preloadOnUse(load);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(1);
});

it.each([
  ["before the first use", 0],
  ["after the delay", 3_000],
])("loads nothing after the preload was canceled %s", async (_, wait) => {
  const { preloadOnUse, load } = await importFreshModule();
  const cancel = preloadOnUse(load);
  await vi.advanceTimersByTimeAsync(wait);
  cancel();
  use("pointerdown");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).not.toHaveBeenCalled();
});

it("ignores code that doesn't load", async () => {
  const { preloadOnUse, load } = await importFreshModule();
  load.mockRejectedValue(new Error("offline"));
  preloadOnUse(load);
  use("pointerdown");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(load).toHaveBeenCalledTimes(1);
});
