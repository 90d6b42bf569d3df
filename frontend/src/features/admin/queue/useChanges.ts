import { useCallback, useMemo, useRef, useState } from "react";
import { UNSOLVED_COUNTS } from "../desk/calls";
import { refresh } from "../desk/live/refresh";
import type { DeskList } from "../table/data/useDeskList";

type Turn = { last: Promise<unknown>; waiting: number };

/** Maximum number of calls in parallel. A selection may have as many rows as a page. */
const TOGETHER = 5;

export type Change<T> = (
  rows: readonly T[],
  patch: Partial<T>,
  send: (row: T) => Promise<unknown>,
) => Promise<unknown[]>;

/**
 * Shows a change to rows at once, and reverts it if the server refuses. Changes to the same row are sent in order.
 * Resolves to the errors of refused changes.
 */
export function useChanges<T extends { id: number }>(
  list: DeskList<T>,
  calls: readonly string[],
): { rows: T[]; changed: (row: T) => T; change: Change<T> } {
  const [patches, setPatches] = useState<ReadonlyMap<number, Partial<T>>>(new Map());
  const turns = useRef(new Map<number, Turn>());
  const known = calls.join();
  const changed = useCallback((row: T) => ({ ...row, ...patches.get(row.id) }), [patches]);
  const rows = useMemo(
    () => (patches.size === 0 ? list.rows : list.rows.map(changed)),
    [list.rows, patches, changed],
  );
  const change = useCallback<Change<T>>(
    async (those, patch, send) => {
      const forget = (ids: readonly number[]) =>
        setPatches((before) => {
          const left = ids.filter((id) => !turns.current.has(id));
          return new Map([...before].filter(([id]) => !left.includes(id)));
        });
      setPatches((before) => {
        const next = new Map(before);
        for (const { id } of those) next.set(id, { ...next.get(id), ...patch });
        return next;
      });
      const failures: unknown[] = [];
      async function one(row: T) {
        const turn = turns.current.get(row.id) ?? { last: Promise.resolve(), waiting: 0 };
        turn.waiting += 1;
        turns.current.set(row.id, turn);
        turn.last = turn.last.then(() => send(row)).catch((error) => failures.push(error));
        const before = failures.length;
        await turn.last;
        turn.waiting -= 1;
        if (turn.waiting === 0) turns.current.delete(row.id);
        if (failures.length > before) forget([row.id]);
      }
      for (let at = 0; at < those.length; at += TOGETHER)
        await Promise.all(those.slice(at, at + TOGETHER).map(one));
      // The promise doesn't wait for the lists. The change stays visible until they have been read again.
      void refresh(...known.split(","), UNSOLVED_COUNTS)
        .catch(() => undefined)
        .then(() => forget(those.map(({ id }) => id)));
      return failures;
    },
    [known],
  );
  return { rows, changed, change };
}
