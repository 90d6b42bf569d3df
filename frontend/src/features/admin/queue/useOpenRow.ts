import { useCallback, useEffect, useRef } from "react";
import useSWR from "swr";
import { type ListCall, readPage } from "@/api/listCalls";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import { toast } from "@/ui/overlays/toast";
import type { DeskList } from "../table/data/useDeskList";

/**
 * Reads the open record by its id, for a record that isn't among the rows shown, for example because of a filter. Reads
 * the record again whenever the list is read. If `id` is null, reads nothing. Returns null if there is no such record,
 * and undefined until that is known.
 */
function useFilteredOutRow<T extends { id: number }>(call: ListCall<T>, id: number | null) {
  const { data } = useSWR<T | null, Error>(
    id === null ? null : [call.url, "row", id],
    async () => {
      const { rows } = await readPage((client) => call.read(client, { id: id ?? 0, limit: 1 }));
      return rows.find((row) => row.id === id) ?? null;
    },
    REVALIDATE_ON_MOUNT,
  );
  return data;
}

/**
 * The record that is open beside a list. The record stays open and current even if a filter excludes it from the list.
 */
export function useOpenRow<T extends { id: number }>(
  { rows, state, set, isLoading }: DeskList<T>,
  call: ListCall<T>,
  withPendingChanges: (row: T) => T,
) {
  const listedRow = rows.find(({ id }) => id === state.row);
  const filteredOutRow = useFilteredOutRow(call, listedRow || isLoading ? null : state.row);
  const lastRow = useRef<T | null>(null);
  if (listedRow) lastRow.current = listedRow;
  const row =
    listedRow ??
    (filteredOutRow && withPendingChanges(filteredOutRow)) ??
    (lastRow.current?.id === state.row ? lastRow.current : null);
  const missingId = filteredOutRow === null && row === null ? state.row : null;
  useEffect(() => {
    if (missingId !== null) toast({ title: `#${missingId} wasn’t found in this list.` });
  }, [missingId]);
  const onOpen = useCallback((row: T) => set({ row: row.id }), [set]);
  const close = useCallback(() => set({ row: null }), [set]);
  const index = rows.findIndex(({ id }) => id === state.row);
  const neighbors = {
    before: (index > 0 && rows[index - 1]) || null,
    after: (index >= 0 && rows[index + 1]) || null,
  };
  return { row, around: neighbors, onOpen, close };
}
