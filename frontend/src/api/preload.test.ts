import { mutate } from "swr";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EARLY } from "./earlyResponses";
import { hasJustArrived, markShown, preloadData, preloadInFlight } from "./preload";

vi.mock("swr", () => ({ mutate: vi.fn() }));

const URL = "/api/tickets/3";
const KEY = ["/api/tickets", 3, 3];

beforeEach(() => {
  vi.stubGlobal("window", { [EARLY]: new Map([[URL, Promise.resolve(new Response("{}"))]]) });
  vi.spyOn(performance, "now").mockReturnValue(500);
  vi.mocked(mutate).mockReset();
});
afterEach(() => {
  markShown(KEY);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("caches preloaded data, and treats it as fresh until a screen shows it", async () => {
  await preloadData(URL, KEY, async () => "tickets");
  expect(mutate).toHaveBeenCalledExactlyOnceWith(KEY, "tickets", { revalidate: false });
  expect(preloadInFlight(KEY)).toBeUndefined();
  expect(hasJustArrived(KEY)).toBe(true);
  markShown(KEY);
  expect(hasJustArrived(KEY)).toBe(false);
});

it("shares a preload in progress with the screen, without writing it to the cache", async () => {
  let resolve = (_: string) => {};
  const slow = new Promise<string>((done) => {
    resolve = done;
  });
  const reading = preloadData(URL, KEY, () => slow);
  const answer = preloadInFlight(KEY);
  resolve("tickets");
  expect(await answer).toBe("tickets");
  await reading;
  expect(mutate).not.toHaveBeenCalled();
  expect(hasJustArrived(KEY)).toBe(false);
});

it("leaves nothing in the cache when a preload fails", async () => {
  await preloadData(URL, KEY, () => Promise.reject(new Error("offline")));
  expect(mutate).not.toHaveBeenCalled();
  expect(preloadInFlight(KEY)).toBeUndefined();
  expect(hasJustArrived(KEY)).toBe(false);
});

it("no longer treats preloaded data as fresh after ten seconds", async () => {
  await preloadData(URL, KEY, async () => "tickets");
  vi.mocked(performance.now).mockReturnValue(10_501);
  expect(hasJustArrived(KEY)).toBe(false);
});

it("reads no data unless the preload script has requested its URL", async () => {
  const read = vi.fn(async () => "tickets");
  await preloadData("/api/tickets/4", KEY, read);
  expect(read).not.toHaveBeenCalled();
});
