import { useEffect, useState } from "react";
import type { DeskList } from "./useDeskList";

/**
 * Lets Enter in a list's search open the first row, once the rows of that search have loaded. If the search is an id,
 * the record with that id is preferred.
 */
export function useFirstRow<T>(
  list: DeskList<T>,
  idOf: (row: T) => number,
  onOpen: ((row: T) => void) | undefined,
): ((q: string) => void) | undefined {
  const [entered, setEntered] = useState<string | null>(null);
  const { rows, state, isStale, isLoading } = list;
  useEffect(() => {
    if (entered === null || state.q !== entered || isStale || isLoading) return;
    setEntered(null);
    const row = rows.find((one) => String(idOf(one)) === entered) ?? rows[0];
    if (row && entered !== "") onOpen?.(row);
  }, [entered, rows, state.q, isStale, isLoading, idOf, onOpen]);
  return onOpen && setEntered;
}
