import { useCallback, useRef } from "react";
import useSWR from "swr";
import { type ListCall, withTotal } from "@/api/listCalls";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { DeskList } from "../table/data/useDeskList";

/**
 * Reads the open record by its id if the filters exclude it from the list. Reads it again whenever the list is read.
 */
function useFilteredOutRow<T extends { id: number }>(call: ListCall<T>, id: number | null) {
  const { data } = useSWR<T | null, Error>(
    id === null ? null : [call.url, "row", id],
    async () => {
      const { rows } = await withTotal((client) => call.read(client, { q: String(id), limit: 5 }));
      return rows.find((row) => row.id === id) ?? null;
    },
    REVALIDATE_ON_MOUNT,
  );
  return data ?? null;
}

/** The record that is open beside a list. It stays open and current even if a filter excludes it from the list. */
export function useOpenRow<T extends { id: number }>(
  { rows, state, set, isLoading }: DeskList<T>,
  call: ListCall<T>,
  changed: (row: T) => T,
) {
  const found = rows.find(({ id }) => id === state.row);
  const away = useFilteredOutRow(call, found || isLoading ? null : state.row);
  const kept = useRef<T | null>(null);
  if (found) kept.current = found;
  const row =
    found ?? (away && changed(away)) ?? (kept.current?.id === state.row ? kept.current : null);
  const onOpen = useCallback((row: T) => set({ row: row.id }), [set]);
  const close = useCallback(() => set({ row: null }), [set]);
  const place = rows.findIndex(({ id }) => id === state.row);
  const around = {
    before: (place > 0 && rows[place - 1]) || null,
    after: (place >= 0 && rows[place + 1]) || null,
  };
  return { row, around, onOpen, close };
}
