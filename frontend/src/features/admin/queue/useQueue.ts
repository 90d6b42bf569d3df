import { useCallback, useEffect, useMemo, useState } from "react";
import { toast } from "@/ui/overlays/toast";
import type { DeskList } from "../table/data/useDeskList";
import type { Actions } from "./actions";
import { patchSolved } from "./calls";
import { addConflictMessage } from "./conflictMessage";
import type { Declaration, OpenDialog, Row } from "./declaration";
import { type Change, useChanges } from "./useChanges";

export type QueueList<T extends Row> = {
  list: DeskList<T>;
  actions: Actions<T>;
  openDialog: OpenDialog<T> | null;
  close: () => void;
  /** Returns a record as it will be after its pending changes. */
  withPendingChanges: (row: T) => T;
};

/** Actions on a list's records. Each change is shown immediately and confirmed by a toast. */
export function useQueue<T extends Row, Sums>(
  declaration: Declaration<T, Sums>,
  serverList: DeskList<T>,
): QueueList<T> {
  const { call, sums, solving } = declaration;
  const {
    rows,
    withPendingChanges,
    change: send,
  } = useChanges<T>(serverList, [call.url, ...(sums ? [sums.url] : [])]);
  const list = useMemo(() => ({ ...serverList, rows }), [serverList, rows]);
  const [failure, setFailure] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog<T> | null>(null);

  const fail = useCallback((text: string, failures: readonly unknown[]) => {
    const description = addConflictMessage(text, failures);
    setFailure(description);
    toast({ title: "Error", description: description, variant: "destructive" });
  }, []);
  const change = useCallback<Change<T>>(
    (...change) => {
      setFailure(null);
      return send(...change);
    },
    [send],
  );
  const solveNow = useCallback(
    async function solve(solved: readonly T[], isSolved: boolean, canUndo = true): Promise<void> {
      if (!solving) return;
      const { queue, noun, isFinal, requestedAt } = solving;
      const failures = await change(solved, { isSolved } as Partial<T>, (row) =>
        patchSolved(queue, row.id, isSolved, requestedAt?.(row)),
      );
      if (failures.length > 0) return fail("Failed to update status.", failures);
      const word = isSolved ? "solved" : "unsolved";
      const nounText = solved.length > 1 ? `${solved.length} ${noun.toLowerCase()}s` : noun;
      toast({
        title: "Status Updated",
        description: `${nounText} marked as ${word}`,
        ...(canUndo &&
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
      requestSolve(rows, solved) {
        const first = solved ? (solving?.confirmDialog?.(rows) ?? null) : null;
        if (first === null) void solveNow(rows, solved);
        else setDialog({ dialog: first, rows });
      },
      solve: (rows, solved) => void solveNow(rows, solved),
      async apply(row, { patch, send, successToast, failureText }) {
        const failures = await change([row], patch, send);
        if (failures.length > 0) fail(failureText, failures);
        else toast(successToast);
      },
      change,
      openDialog: (dialog, rows) => setDialog({ dialog, rows }),
      failure,
    }),
    [declaration, solving, solveNow, change, fail, failure],
  );
  const currentDialog = dialog && {
    ...dialog,
    rows: dialog.rows.map((row) => rows.find(({ id }) => id === row.id) ?? row),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the failure belongs to one record
  useEffect(() => setFailure(null), [serverList.state.row]);
  return {
    list,
    actions,
    openDialog: currentDialog,
    close: () => setDialog(null),
    withPendingChanges,
  };
}
