// @vitest-environment jsdom
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { expect, it, vi } from "vitest";
import type { ListCall } from "@/api/listCalls";
import { SWR_CONFIG } from "@/api/useRead";
import { toast, toastItems } from "@/ui/overlays/toast";
import type { DeskList } from "../table/data/useDeskList";
import { useOpenRow } from "./useOpenRow";

type Row = { id: number; status: string };

const withFreshCache = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ ...SWR_CONFIG, provider: () => new Map() }}>{children}</SWRConfig>
);
const identity = (row: Row) => row;

/**
 * Renders the hook with a list that shows `rows`. The server has the rows `inAll`, newest first. It ignores the filter
 * by id if `ignoresId` is true.
 */
function renderOpenRow(rows: Row[], inAll: Row[], ignoresId = false) {
  const read = vi.fn<ListCall<Row>["read"]>(async (_, { id, q = "", limit }) =>
    inAll
      .filter((row) =>
        id === undefined || ignoresId ? String(row.id).startsWith(q) : row.id === id,
      )
      .slice(0, limit),
  );
  const call: ListCall<Row> = { url: "/api/some-list", read };
  const listOf = (rows: Row[]) =>
    ({ rows, state: { row: 7 }, set: vi.fn(), isLoading: false }) as unknown as DeskList<Row>;
  const { result, rerender } = renderHook(({ rows }) => useOpenRow(listOf(rows), call, identity), {
    wrapper: withFreshCache,
    initialProps: { rows },
  });
  return { result, read, show: (rows: Row[]) => rerender({ rows }) };
}

it("takes the open row from the list without another request", () => {
  const { result, read } = renderOpenRow([{ id: 7, status: "Pending" }], []);
  expect(result.current.row?.status).toBe("Pending");
  expect(read).not.toHaveBeenCalled();
});

it("still shows the open row after a filter removed it from the list, and reloads it", async () => {
  const { result, show } = renderOpenRow(
    [{ id: 7, status: "Pending" }],
    [{ id: 7, status: "In Progress" }],
  );
  show([]);
  expect(result.current.row?.status).toBe("Pending");
  await waitFor(() => expect(result.current.row?.status).toBe("In Progress"));
});

it("loads a row that the URL's filters hide", async () => {
  const newer = [79, 78, 77, 76, 75].map((id) => ({ id, status: "Pending" }));
  const { result, read } = renderOpenRow([], [...newer, { id: 7, status: "Completed" }]);
  await waitFor(() => expect(result.current.row?.status).toBe("Completed"));
  expect(read).toHaveBeenCalledOnce();
});

it("says that a row wasn't found", async () => {
  const { result } = renderOpenRow([{ id: 8, status: "Pending" }], [{ id: 79, status: "Pending" }]);
  await waitFor(() => expect(toastItems()[0]?.title).toBe("#7 wasn’t found in this list."));
  expect(result.current.row).toBeNull();
});

it("shows no row if the server ignores the id and returns a different row", async () => {
  toast({ title: "A toast from before" });
  const { result } = renderOpenRow([], [{ id: 79, status: "Pending" }], true);
  await waitFor(() => expect(toastItems()[0]?.title).toBe("#7 wasn’t found in this list."));
  expect(result.current.row).toBeNull();
});
