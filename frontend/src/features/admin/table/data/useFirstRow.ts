import { useEffect, useState } from "react";
import type { DeskList } from "./useDeskList";

/**
 * Lets Enter in a list's search open the first row, once the rows of that search have loaded. If
 * the search is an id, the record with that id is preferred. Returns a function to call with the
 * search when Enter is pressed; undefined if rows can't be opened.
 */
export function useFirstRow<T>(
  list: DeskList<T>,
  idOf: (row: T) => number,
  onOpen: ((row: T) => void) | undefined,
): ((q: string) => void) | undefined {
  const [enteredSearch, setEnteredSearch] = useState<string | null>(null);
  const { rows, state, isStale, isLoading } = list;
  useEffect(() => {
    if (enteredSearch === null || state.q !== enteredSearch || isStale || isLoading) return;
    setEnteredSearch(null);
    const row = rows.find((one) => String(idOf(one)) === enteredSearch) ?? rows[0];
    if (row && enteredSearch !== "") onOpen?.(row);
  }, [enteredSearch, rows, state.q, isStale, isLoading, idOf, onOpen]);
  return onOpen && setEnteredSearch;
}
