// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenIdle } from "./whenIdle";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Calls whenIdle and returns a function that is called once the promise has resolved. */
function waitUntilIdle() {
  const done = vi.fn();
  void whenIdle().then(done);
  return done;
}

it("waits two seconds, and then until the browser is idle", async () => {
  const onIdle = vi.fn((_: () => void) => 0);
  vi.stubGlobal("requestIdleCallback", onIdle);
  const done = waitUntilIdle();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(onIdle).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).not.toHaveBeenCalled();
  onIdle.mock.calls[0]?.[0]();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledOnce();
});

it("waits only two seconds in a browser that can't report idle time", async () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  const done = waitUntilIdle();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(done).toHaveBeenCalledOnce();
});
