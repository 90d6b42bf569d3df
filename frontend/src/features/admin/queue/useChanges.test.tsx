// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { DeskList } from "../table/data/useDeskList";
import { useChanges } from "./useChanges";

vi.mock("../desk/live/refresh", () => ({ refresh: vi.fn(async () => undefined) }));

type Row = { id: number; isSolved: boolean };

const ROWS: Row[] = [
  { id: 1, isSolved: false },
  { id: 2, isSolved: false },
];
const list = { rows: ROWS } as unknown as DeskList<Row>;
const CALLS = ["/api/some-list"];
const renderChanges = () => renderHook(() => useChanges<Row>(list, CALLS)).result;
const solved = (result: ReturnType<typeof renderChanges>) =>
  result.current.rows.map((row) => row.isSolved);

/** Returns a call whose response the test holds back and releases. */
function createHeldCall() {
  let done = () => {};
  let fail = (_: Error) => {};
  const answer = new Promise<void>((resolve, reject) => {
    done = resolve;
    fail = reject;
  });
  return { answer, done, fail };
}

describe("useChanges", () => {
  it("shows a change immediately, and undoes it if the server rejects it", async () => {
    const result = renderChanges();
    const call = createHeldCall();
    let failures: unknown[] = [];
    await act(async () => {
      void result.current
        .change(ROWS.slice(0, 1), { isSolved: true }, () => call.answer)
        .then((found) => {
          failures = found;
        });
    });
    expect(solved(result)).toEqual([true, false]);
    await act(async () => call.fail(new Error("no")));
    expect(solved(result)).toEqual([false, false]);
    expect(failures).toHaveLength(1);
  });

  it("undoes only the rejected changes of several rows", async () => {
    const result = renderChanges();
    const calls = [createHeldCall(), createHeldCall()];
    await act(async () => {
      void result.current.change(
        ROWS,
        { isSolved: true },
        ({ id }) => calls[id - 1]?.answer as Promise<void>,
      );
    });
    expect(solved(result)).toEqual([true, true]);
    await act(async () => calls[1]?.fail(new Error("no")));
    expect(solved(result)).toEqual([true, false]);
  });

  it("sends the changes of a row in order, one at a time", async () => {
    const result = renderChanges();
    const [first, second] = [createHeldCall(), createHeldCall()];
    const sent: string[] = [];
    await act(async () => {
      void result.current.change(ROWS.slice(0, 1), { isSolved: true }, () => {
        sent.push("on");
        return first.answer;
      });
      void result.current.change(ROWS.slice(0, 1), { isSolved: false }, () => {
        sent.push("off");
        return second.answer;
      });
    });
    expect(sent).toEqual(["on"]);
    expect(solved(result)).toEqual([false, false]);
    await act(async () => first.done());
    expect(sent).toEqual(["on", "off"]);
    expect(solved(result)).toEqual([false, false]);
    await act(async () => second.done());
    expect(solved(result)).toEqual([false, false]);
  });
});
