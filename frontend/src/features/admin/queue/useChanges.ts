import { useCallback, useMemo, useRef, useState } from "react";
import { UNSOLVED_COUNTS } from "../desk/calls";
import { refresh } from "../desk/live/refresh";
import type { DeskList } from "../table/data/useDeskList";

type RowQueue = { last: Promise<unknown>; waiting: number };

/** Maximum number of calls in parallel. A selection may have as many rows as a page. */
const MAX_PARALLEL = 5;

export type Change<T> = (
  rows: readonly T[],
  patch: Partial<T>,
  send: (row: T) => Promise<unknown>,
) => Promise<unknown[]>;

/**
 * `change` shows a change to rows immediately, reverts it if its call fails, and resolves to the errors of the failed
 * calls. Changes to the same row are sent in order. `calls` are the paths to read again afterwards.
 * `withPendingChanges` returns a row with the changes that the reread lists don't contain yet.
 */
export function useChanges<T extends { id: number }>(
  list: DeskList<T>,
  calls: readonly string[],
): { rows: T[]; withPendingChanges: (row: T) => T; change: Change<T> } {
  const [patches, setPatches] = useState<ReadonlyMap<number, Partial<T>>>(new Map());
  const rowQueues = useRef(new Map<number, RowQueue>());
  const callKeys = calls.join();
  const changed = useCallback(
    (row: T) => (patches.has(row.id) ? { ...row, ...patches.get(row.id) } : row),
    [patches],
  );
  const rows = useMemo(
    () => (patches.size === 0 ? list.rows : list.rows.map(changed)),
    [list.rows, patches, changed],
  );
  const change = useCallback<Change<T>>(
    async (changedRows, patch, send) => {
      /** Stops showing the changes to these rows, except rows that still have calls in progress. */
      const removePatches = (ids: readonly number[]) =>
        setPatches((before) => {
          const finishedIds = ids.filter((id) => !rowQueues.current.has(id));
          return new Map([...before].filter(([id]) => !finishedIds.includes(id)));
        });
      setPatches((before) => {
        const next = new Map(before);
        for (const { id } of changedRows) next.set(id, { ...next.get(id), ...patch });
        return next;
      });
      const failures: unknown[] = [];
      async function sendRow(row: T) {
        const rowQueue = rowQueues.current.get(row.id) ?? { last: Promise.resolve(), waiting: 0 };
        rowQueue.waiting += 1;
        rowQueues.current.set(row.id, rowQueue);
        rowQueue.last = rowQueue.last.then(() => send(row)).catch((error) => failures.push(error));
        const before = failures.length;
        await rowQueue.last;
        rowQueue.waiting -= 1;
        if (rowQueue.waiting === 0) rowQueues.current.delete(row.id);
        if (failures.length > before) removePatches([row.id]);
      }
      for (let at = 0; at < changedRows.length; at += MAX_PARALLEL)
        await Promise.all(changedRows.slice(at, at + MAX_PARALLEL).map(sendRow));
      // The promise doesn't wait for the lists. The change stays visible until the lists have been read again.
      void refresh(...callKeys.split(","), UNSOLVED_COUNTS)
        .catch(() => undefined)
        .then(() => removePatches(changedRows.map(({ id }) => id)));
      return failures;
    },
    [callKeys],
  );
  return { rows, withPendingChanges: changed, change };
}
