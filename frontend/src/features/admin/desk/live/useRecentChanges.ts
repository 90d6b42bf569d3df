import { useRef } from "react";
import { keyOfRecord, type RecentChange } from "./liveDesk";
import { useLiveState } from "./useLiveDesk";

export type ChangedRow = { change: RecentChange; isNew: boolean };

/**
 * Returns a function that gives a row's recent change, if any. A row is new if no staff member made the change and the
 * row first appeared after it.
 */
export function useRecentChanges(
  kind: string | undefined,
  ids: readonly number[],
): (id: number) => ChangedRow | null {
  const { recentChanges } = useLiveState();
  const firstSeenAt = useRef(new Map<number, number>());
  const now = Date.now();
  for (const id of ids) if (!firstSeenAt.current.has(id)) firstSeenAt.current.set(id, now);
  return (id) => {
    const mark = kind === undefined ? undefined : recentChanges.get(keyOfRecord({ kind, id }));
    if (!mark) return null;
    return {
      change: mark,
      isNew: mark.by === null && (firstSeenAt.current.get(id) ?? now) >= mark.at,
    };
  };
}
