import { useCallback, useRef } from "react";
import type { DeskList } from "../table/data/useDeskList";

/** The record that is open beside a list; it stays when a filter takes it off the list. */
export function useOpenRow<T extends { id: number }>({ rows, state, set }: DeskList<T>) {
  const found = rows.find(({ id }) => id === state.row);
  const kept = useRef<T | null>(null);
  if (found) kept.current = found;
  const row = found ?? (kept.current?.id === state.row ? kept.current : null);
  const onOpen = useCallback((row: T) => set({ row: row.id }), [set]);
  const close = useCallback(() => set({ row: null }), [set]);
  const place = rows.findIndex(({ id }) => id === state.row);
  const around = {
    before: (place > 0 && rows[place - 1]) || null,
    after: (place >= 0 && rows[place + 1]) || null,
  };
  return { row, around, onOpen, close };
}
