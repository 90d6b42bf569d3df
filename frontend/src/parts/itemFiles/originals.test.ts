// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ItemFile } from "@/api/types";
import { saveSession } from "@/parts/accounts/session";
import { newSession } from "@/parts/accounts/sessionRecord";
import { fakeDatabase } from "@/testing/fakeDatabase";
import { USER } from "@/testing/sampleRecords";
import { sendOriginal } from "./originals";
import { storeOriginal } from "./storedOriginals";

const ITEM = { kind: "ticket", id: 1 } as const;
const PHOTO = new Blob(["photo"]);
const file = (id: number): ItemFile => ({
  id,
  name: "Sign.jpg",
  isFromStaff: false,
  kind: "jpeg",
  bytes: PHOTO.size,
  receivedBytes: 0,
  sha256: null,
  addedAt: "2026-11-28T12:00:00Z",
});

let values: Map<unknown, unknown>;
/** Ids of the files whose pieces were sent, in order. */
let sent: number[];
/** Statuses of the next responses for a file, by the file's id. After these responses, an upload succeeds. */
let failures: Map<number, number[]>;
/** The `Retry-After` header of failures. */
let retryAfter: string | null;
// Each test has its own files, because an original is in the queue until it is complete.
let lastId = 0;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
  saveSession(newSession(USER, Date.now()));
  values = fakeDatabase();
  sent = [];
  failures = new Map();
  retryAfter = null;
  vi.stubGlobal("fetch", async (url: string) => {
    const id = Number(/item-files\/(\d+)/.exec(url)?.[1]);
    sent.push(id);
    const status = failures.get(id)?.shift();
    if (status === 0) throw new TypeError("fetch failed");
    const body = { ...file(id), receivedBytes: PHOTO.size, sha256: "0".repeat(64) };
    const headers = { ...(retryAfter && { "retry-after": retryAfter }) };
    return new Response(JSON.stringify(body), { status: status ?? 200, headers });
  });
});

afterEach(() => void vi.useRealTimers());

/**
 * Stores and sends an original. The first responses have these statuses, and later ones succeed. Returns the file's id.
 */
async function storeAndSend(...statuses: number[]): Promise<number> {
  lastId += 1;
  failures.set(lastId, statuses);
  await storeOriginal(lastId, PHOTO);
  sendOriginal(ITEM, file(lastId), PHOTO);
  return lastId;
}

it.each([401, 403, 408, 409])(
  "keeps the original after the status %i, and uploads it when it is sent again",
  async (status) => {
    const id = await storeAndSend(status);
    await vi.waitFor(() => expect(sent).toEqual([id]));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sent).toEqual([id]);
    expect(values.has(id)).toBe(true);
    sendOriginal(ITEM, file(id), PHOTO);
    await vi.waitFor(() => expect(values.has(id)).toBe(false));
  },
);

it.each([404, 422])("deletes the original after the status %i", async (status) => {
  const id = await storeAndSend(status);
  await vi.waitFor(() => expect(values.has(id)).toBe(false));
  expect(sent).toEqual([id]);
});

it("retries a failed original after the other originals", async () => {
  const failing = await storeAndSend(503, 503);
  const other = await storeAndSend();
  await vi.waitFor(() => expect(values.has(other)).toBe(false));
  expect(sent).toEqual([failing, other]);
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(sent).toEqual([failing, other, failing]));
  await vi.advanceTimersByTimeAsync(4_000);
  await vi.waitFor(() => expect(values.has(failing)).toBe(false));
});

it("waits as long as the server asks before it sends an original again", async () => {
  retryAfter = "30";
  const id = await storeAndSend(429);
  await vi.waitFor(() => expect(sent).toEqual([id]));
  await vi.advanceTimersByTimeAsync(25_000);
  expect(sent).toEqual([id]);
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(values.has(id)).toBe(false));
});

it("retries immediately when the network is back", async () => {
  const id = await storeAndSend(0, 0);
  await vi.waitFor(() => expect(sent).toEqual([id]));
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(sent).toEqual([id, id]));
  await vi.advanceTimersByTimeAsync(10);
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(values.has(id)).toBe(false));
});

it("doesn't send an original again after another user has logged in", async () => {
  const id = await storeAndSend(503);
  await vi.waitFor(() => expect(sent).toEqual([id]));
  saveSession(newSession({ ...USER, id: USER.id + 1 }, Date.now()));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toEqual([id]);
});
