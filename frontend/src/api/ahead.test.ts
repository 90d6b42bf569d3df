import { mutate } from "swr";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hasCome, noteShown, onItsWay, readAhead } from "./ahead";

vi.mock("swr", () => ({ mutate: vi.fn() }));

const KEY = ["/api/tickets", 3, 3];

beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(500);
  vi.mocked(mutate).mockReset();
});
afterEach(() => {
  noteShown(KEY);
  vi.restoreAllMocks();
});

it("what came ahead is there, and not read again until it is shown", async () => {
  await readAhead(KEY, async () => "tickets");
  expect(mutate).toHaveBeenCalledExactlyOnceWith(KEY, "tickets", { revalidate: false });
  expect(onItsWay(KEY)).toBeUndefined();
  expect(hasCome(KEY)).toBe(true);
  noteShown(KEY);
  expect(hasCome(KEY)).toBe(false);
});

it("who asks while it is on its way waits for it, and nobody is told that it came", async () => {
  let come = (_: string) => {};
  const slow = new Promise<string>((done) => {
    come = done;
  });
  const reading = readAhead(KEY, () => slow);
  const answer = onItsWay(KEY);
  come("tickets");
  expect(await answer).toBe("tickets");
  await reading;
  expect(mutate).not.toHaveBeenCalled();
  expect(hasCome(KEY)).toBe(false);
});

it("what failed is read by the screen", async () => {
  await readAhead(KEY, () => Promise.reject(new Error("offline")));
  expect(mutate).not.toHaveBeenCalled();
  expect(onItsWay(KEY)).toBeUndefined();
  expect(hasCome(KEY)).toBe(false);
});

it("what came long ago is read again", async () => {
  await readAhead(KEY, async () => "tickets");
  vi.mocked(performance.now).mockReturnValue(10_501);
  expect(hasCome(KEY)).toBe(false);
});
