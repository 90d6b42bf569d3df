import { useCallback, useEffect, useMemo, useState } from "react";
import { toast } from "@/ui/overlays/toast";
import type { DeskList } from "../table/data/useDeskList";
import type { Actions } from "./actions";
import { patchSolved } from "./calls";
import type { Declaration, OpenDialog, Row } from "./declaration";
import { describeRefusal } from "./refusal";
import { type Change, useChanges } from "./useChanges";

export type QueueList<T extends Row> = {
  list: DeskList<T>;
  actions: Actions<T>;
  asked: OpenDialog<T> | null;
  close: () => void;
  /** Returns a record as it will be after its pending changes. */
  changed: (row: T) => T;
};

/** Actions on a list's records. Each change is shown at once and confirmed by a toast. */
export function useQueue<T extends Row, Sums>(
  declaration: Declaration<T, Sums>,
  asked: DeskList<T>,
): QueueList<T> {
  const { call, sums, solving } = declaration;
  const {
    rows,
    changed,
    change: send,
  } = useChanges<T>(asked, [call.url, ...(sums ? [sums.url] : [])]);
  const list = useMemo(() => ({ ...asked, rows }), [asked, rows]);
  const [failure, setFailure] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog<T> | null>(null);

  const fail = useCallback((text: string, failures: readonly unknown[]) => {
    const description = describeRefusal(text, failures);
    setFailure(description);
    toast({ title: "Error", description: description, variant: "destructive" });
  }, []);
  const change = useCallback<Change<T>>(
    (...of) => {
      setFailure(null);
      return send(...of);
    },
    [send],
  );
  const solveNow = useCallback(
    async function solve(solved: readonly T[], isSolved: boolean, again = true): Promise<void> {
      if (!solving) return;
      const { queue, noun, isFinal } = solving;
      const failures = await change(solved, { isSolved } as Partial<T>, ({ id }) =>
        patchSolved(queue, id, isSolved),
      );
      if (failures.length > 0) return fail("Failed to update status.", failures);
      const word = isSolved ? "solved" : "unsolved";
      const many = solved.length > 1 ? `${solved.length} ${noun.toLowerCase()}s` : noun;
      toast({
        title: "Status Updated",
        description: `${many} marked as ${word}`,
        ...(again &&
          !isFinal && {
            action: { label: "Undo", onAction: () => void solve(solved, !isSolved, false) },
          }),
      });
    },
    [change, fail, solving],
  );
  const actions = useMemo<Actions<T>>(
    () => ({
      declaration,
      solve(rows, solved) {
        const first = solved ? (solving?.asksFirst?.(rows) ?? null) : null;
        if (first === null) void solveNow(rows, solved);
        else setDialog({ dialog: first, rows });
      },
      solveNow: (rows, solved) => void solveNow(rows, solved),
      async apply(row, { shown, send, done, refused }) {
        const failures = await change([row], shown, send);
        if (failures.length > 0) fail(refused, failures);
        else toast(done);
      },
      change,
      ask: (dialog, rows) => setDialog({ dialog, rows }),
      failure,
    }),
    [declaration, solving, solveNow, change, fail, failure],
  );
  const live = dialog && {
    ...dialog,
    rows: dialog.rows.map((row) => rows.find(({ id }) => id === row.id) ?? row),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the failure belongs to one record
  useEffect(() => setFailure(null), [asked.state.row]);
  return { list, actions, asked: live, close: () => setDialog(null), changed };
}
