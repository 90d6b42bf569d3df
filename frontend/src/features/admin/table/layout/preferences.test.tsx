// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/client";
import { SWR_CONFIG } from "@/api/useRead";
import * as calls from "./calls";
import { usePreference } from "./preferences";

vi.mock("./calls", async (original) => ({
  ...(await original<typeof calls>()),
  getPreferences: vi.fn(),
  setPreference: vi.fn(),
}));
const session = vi.hoisted(() => ({ user: { id: 3 } }));
vi.mock("@/parts/accounts/useSession", () => ({ useSession: () => session }));

const NOTHING: number[] = [];
const areNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === "number");

const fresh = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ ...SWR_CONFIG, provider: () => new Map() }}>{children}</SWRConfig>
);
const chosen = () =>
  renderHook(() => usePreference("columns./api/hires", NOTHING, areNumbers), { wrapper: fresh });
const widths = (...numbers: number[]) => ({ "columns.hires": JSON.stringify(numbers) });

/** Opens the page as this user, without state from the previous user. */
async function openPage(userId: number) {
  cleanup();
  session.user.id = userId;
  vi.mocked(calls.getPreferences).mockClear();
  const { result } = chosen();
  await waitFor(() => expect(calls.getPreferences).toHaveBeenCalled());
  return result;
}

beforeEach(async () => {
  localStorage.clear();
  vi.clearAllMocks();
  vi.mocked(calls.getPreferences).mockResolvedValue({});
  vi.mocked(calls.setPreference).mockResolvedValue({});
  await openPage(1);
  session.user.id = 3;
  vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());

it("uses this browser's value until the server's value arrives", async () => {
  localStorage.setItem("lanewise.desk.choices.3", JSON.stringify(widths(1)));
  vi.mocked(calls.getPreferences).mockResolvedValue(widths(2));
  const { result } = chosen();
  expect(result.current[0]).toEqual([1]);
  await waitFor(() => expect(result.current[0]).toEqual([2]));
  expect(chosen().result.current[0]).toEqual([2]);
});

it("uses the default if the server's value is invalid", async () => {
  vi.mocked(calls.getPreferences).mockResolvedValue({ "columns.hires": '["wide"]' });
  const { result } = chosen();
  await waitFor(() => expect(calls.getPreferences).toHaveBeenCalled());
  expect(result.current[0]).toBe(NOTHING);
});

it("saves a preference once after several quick changes, and deletes one set to undefined", async () => {
  const { result } = chosen();
  await waitFor(() => expect(calls.getPreferences).toHaveBeenCalled());
  vi.useFakeTimers();
  for (const width of [1, 2, 3]) act(() => result.current[1]([width]));
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(vi.mocked(calls.setPreference).mock.calls).toEqual([["columns.hires", "[3]", undefined]]);
  expect(result.current[0]).toEqual([3]);
  act(() => result.current[1](undefined));
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(vi.mocked(calls.setPreference).mock.lastCall).toEqual(["columns.hires", null, undefined]);
  expect(result.current[0]).toBe(NOTHING);
});

it("keeps a preference that failed to save, and saves the next change", async () => {
  const { result } = chosen();
  await waitFor(() => expect(calls.getPreferences).toHaveBeenCalled());
  vi.useFakeTimers();
  vi.mocked(calls.setPreference).mockRejectedValueOnce(new Error("down"));
  act(() => result.current[1]([4]));
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(result.current[0]).toEqual([4]);
  act(() => result.current[1]([5]));
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(vi.mocked(calls.setPreference).mock.lastCall).toEqual(["columns.hires", "[5]", undefined]);
});

it("saves immediately when the page is closed, and retries only on the same user's next visit", async () => {
  const first = await openPage(3);
  vi.mocked(calls.setPreference).mockRejectedValue(new Error("cut"));
  act(() => first.current[1]([6]));
  window.dispatchEvent(new Event("pagehide"));
  expect(vi.mocked(calls.setPreference).mock.lastCall).toEqual(["columns.hires", "[6]", true]);

  // Another user who logs in in the meantime sees none of the first user's preferences.
  vi.mocked(calls.setPreference).mockReset().mockResolvedValue({});
  expect((await openPage(4)).current[0]).toBe(NOTHING);
  expect(calls.setPreference).not.toHaveBeenCalled();

  await openPage(3);
  expect(vi.mocked(calls.setPreference).mock.calls).toEqual([["columns.hires", "[6]", undefined]]);
});

it("does not resend a value that the server rejected", async () => {
  const first = await openPage(3);
  vi.mocked(calls.setPreference).mockRejectedValue(new ApiError(422, "Unprocessable Entity", "{}"));
  act(() => first.current[1]([8]));
  window.dispatchEvent(new Event("pagehide"));
  await waitFor(() =>
    expect(localStorage.getItem("lanewise.desk.choices.pending.3")).not.toContain("[8]"),
  );
  vi.mocked(calls.setPreference).mockClear();
  await openPage(4);
  await openPage(3);
  expect(calls.setPreference).not.toHaveBeenCalled();
});
