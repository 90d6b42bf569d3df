import { useState } from "react";
import { Arrivals } from "./arrivals";
import { keyOfRecord, type RecentChange } from "./liveDesk";
import { useLiveState } from "./useLiveDesk";

export type ChangedRow = { change: RecentChange; isNew: boolean };

/** The rows that a list shows, and the query that returned them. `isStale` is true while they are read again. */
type ShownList = { queryKey: string; rows: readonly { id: number }[]; isStale: boolean };

/**
 * Returns a function that gives a row's recent change, if any. A row is new if no staff member made the change and
 * the list didn't show the row before it.
 */
export function useRecentChanges(
  kind: string | undefined,
  { queryKey, rows, isStale }: ShownList,
): (id: number) => ChangedRow | null {
  const { recentChanges } = useLiveState();
  const [arrivals] = useState(() => new Arrivals());
  const ids = rows.map(({ id }) => id);
  if (!isStale) arrivals.add(queryKey, ids, Date.now());
  return (id) => {
    const change = kind === undefined ? undefined : recentChanges.get(keyOfRecord({ kind, id }));
    if (!change) {
      arrivals.clear(id);
      return null;
    }
    return { change, isNew: change.by === null && arrivals.isNew(id, change.at) };
  };
}
