import { useRef } from "react";
import { nameOf, type RecentChange } from "./liveDesk";
import { useLive } from "./useLiveDesk";

export type ChangedRow = { mark: RecentChange; isNew: boolean };

/** Returns the marks (new, changed) of a list's rows. A row is new if it first appeared after a change by a driver. */
export function useRecentChanges(
  kind: string | undefined,
  ids: readonly number[],
): (id: number) => ChangedRow | null {
  const { recentChanges } = useLive();
  const seen = useRef(new Map<number, number>());
  const now = Date.now();
  for (const id of ids) if (!seen.current.has(id)) seen.current.set(id, now);
  return (id) => {
    const mark = kind === undefined ? undefined : recentChanges.get(nameOf({ kind, id }));
    if (!mark) return null;
    return { mark, isNew: mark.by === null && (seen.current.get(id) ?? now) >= mark.at };
  };
}
