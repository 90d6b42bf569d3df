// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { User } from "@/api/types";
import { logOut, startSession } from "@/parts/accounts/auth";
import { clearSession } from "@/parts/accounts/session";
import { fakeDatabase } from "@/testing/fakeDatabase";
import { USER } from "@/testing/sampleRecords";
import {
  currentUserId,
  readOriginal,
  storeOriginal,
  useDropStaleOriginals,
} from "./storedOriginals";

const DAY = 24 * 3_600_000;
const PHOTO = new Blob(["photo"]);
const OTHER = { ...USER, id: USER.id + 1 };
let values: Map<unknown, unknown>;

/** Starts a user's session, and runs the hook that the navigation calls. */
async function startUserSession(user: User): Promise<void> {
  await startSession(user);
  renderHook(() => useDropStaleOriginals(user.id));
}

beforeEach(async () => {
  localStorage.clear();
  values = fakeDatabase();
  vi.stubGlobal("fetch", async () => new Response("{}"));
  await startUserSession(USER);
  await storeOriginal(7, PHOTO);
});

afterEach(() => void vi.useRealTimers());

it("returns an original to its own user", async () => {
  expect(currentUserId()).toBe(USER.id);
  expect(await readOriginal(7)).toBe(PHOTO);
});

it("deletes other users' originals when a session starts", async () => {
  await startUserSession(OTHER);
  expect(await readOriginal(7)).toBeUndefined();
  await vi.waitFor(() => expect(values.size).toBe(0));
});

it("hides a user's originals after the session ends, and returns them after the same user's next login", async () => {
  clearSession();
  expect(await readOriginal(7)).toBeUndefined();
  await startUserSession(USER);
  expect(await readOriginal(7)).toBe(PHOTO);
});

it("deletes all originals at logout, and stores none afterwards", async () => {
  await logOut();
  await vi.waitFor(() => expect(values.size).toBe(0));
  await storeOriginal(8, PHOTO);
  expect(values.size).toBe(0);
});

it("deletes an original after seven days", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 7 * DAY);
  await startUserSession(OTHER);
  await startUserSession(USER);
  expect(await readOriginal(7)).toBeUndefined();
  await vi.waitFor(() => expect(values.size).toBe(0));
});
