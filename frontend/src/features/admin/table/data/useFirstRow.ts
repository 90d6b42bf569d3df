import { useEffect, useState } from "react";
import type { DeskList } from "./useDeskList";

/**
 * Enter in a list's search opens its first row, as soon as the rows of that search are there; a number's own record is
 * meant before others that contain it.
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
