// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as calls from "./calls";
import { useChoice } from "./choices";

vi.mock("./calls", async (original) => ({
  ...(await original<typeof calls>()),
  getChoices: vi.fn(),
  putChoice: vi.fn(),
}));
vi.mock("@/parts/accounts/useSession", () => ({ useSession: () => ({ user: { id: 3 } }) }));

const NOTHING: number[] = [];
const areNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === "number");

const fresh = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>
);
const chosen = () =>
  renderHook(() => useChoice("columns./api/hires", NOTHING, areNumbers), { wrapper: fresh });
const widths = (...of: number[]) => ({ "columns.hires": JSON.stringify(of) });

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  vi.mocked(calls.getChoices).mockResolvedValue({});
  vi.mocked(calls.putChoice).mockResolvedValue({});
});
afterEach(() => vi.useRealTimers());

it("is what the server keeps, and what this browser had until it answers", async () => {
  localStorage.setItem("lanewise.desk.choices.3", JSON.stringify(widths(1)));
  vi.mocked(calls.getChoices).mockResolvedValue(widths(2));
  const { result } = chosen();
  expect(result.current[0]).toEqual([1]);
  await waitFor(() => expect(result.current[0]).toEqual([2]));
  expect(chosen().result.current[0]).toEqual([2]);
});

it("of something unreadable is what is usual", async () => {
  vi.mocked(calls.getChoices).mockResolvedValue({ "columns.hires": '["wide"]' });
  const { result } = chosen();
  await waitFor(() => expect(calls.getChoices).toHaveBeenCalled());
  expect(result.current[0]).toBe(NOTHING);
});

it("is kept once after a drag, and forgotten without a value", async () => {
  const { result } = chosen();
  await waitFor(() => expect(calls.getChoices).toHaveBeenCalled());
  vi.useFakeTimers();
  for (const width of [1, 2, 3]) act(() => result.current[1]([width]));
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(vi.mocked(calls.putChoice).mock.calls).toEqual([["columns.hires", "[3]"]]);
  expect(result.current[0]).toEqual([3]);
  act(() => result.current[1](undefined));
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(vi.mocked(calls.putChoice).mock.lastCall).toEqual(["columns.hires", null]);
  expect(result.current[0]).toBe(NOTHING);
});

it("that the server did not take stays, and is sent with the next", async () => {
  const { result } = chosen();
  await waitFor(() => expect(calls.getChoices).toHaveBeenCalled());
  vi.useFakeTimers();
  vi.mocked(calls.putChoice).mockRejectedValueOnce(new Error("down"));
  act(() => result.current[1]([4]));
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(result.current[0]).toEqual([4]);
  act(() => result.current[1]([5]));
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(vi.mocked(calls.putChoice).mock.lastCall).toEqual(["columns.hires", "[5]"]);
});
