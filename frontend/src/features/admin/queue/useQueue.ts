import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ListCall } from "@/api/listed";
import { toast } from "@/ui/overlays/toast";
import { type DeskList, useDeskList } from "../table/data/useDeskList";
import { patchSolved, type Queue } from "./calls";
import { refusal } from "./refusal";
import { type Change, useChanges } from "./useChanges";

type Row = { id: number; isSolved: boolean };

type Options<T> = {
  call: ListCall<T>;
  /** Its sums and its boxes: read again with it after a change. */
  also: readonly string[];
  filters: readonly string[];
  queue: Queue;
  /** What a record is called in toasts, such as "Report". */
  noun: string;
  /** Solving cannot be taken back whole. */
  isFinal?: boolean;
};

export type QueueList<T extends Row> = {
  list: DeskList<T>;
  change: Change<T>;
  solve: (rows: readonly T[], solved: boolean) => Promise<void>;
  /** The record that is open beside the list; it stays when a filter takes it off the list. */
  open: T | null;
  onOpen: (row: T) => void;
  close: () => void;
  /** Why the last change was refused; a toast is not read out behind a drawer. */
  failure: string | null;
  /** Says that a change was refused, in this list's words. */
  fail: (text: string, failures: readonly unknown[]) => void;
};

/** A queue of the back office: its list, and what staff do with its records. */
export function useQueue<T extends Row>(options: Options<T>): QueueList<T> {
  const { call, also, filters, queue, noun, isFinal = false } = options;
  const asked = useDeskList<T>({ call, filters });
  const { rows, change: send } = useChanges<T>(asked, [call.address, ...also]);
  const list = useMemo(() => ({ ...asked, rows }), [asked, rows]);
  const [failure, setFailure] = useState<string | null>(null);
  const { set, state } = asked;

  const fail = useCallback((text: string, failures: readonly unknown[]) => {
    const told = refusal(text, failures);
    setFailure(told);
    toast({ title: "Error", description: told, variant: "destructive" });
  }, []);
  const change = useCallback<Change<T>>(
    (...of) => {
      setFailure(null);
      return send(...of);
    },
    [send],
  );
  const solve = useCallback(
    async function solve(solved: readonly T[], isSolved: boolean, again = true): Promise<void> {
      const failures = await change(solved, { isSolved } as Partial<T>, ({ id }) =>
        patchSolved(queue, id, isSolved),
      );
      if (failures.length > 0) return fail("Failed to update status.", failures);
      const word = isSolved ? "solved" : "unsolved";
      const many = solved.length > 1 ? `${solved.length} × ${noun}` : noun;
      toast({
        title: "Status Updated",
        description: `${many} marked as ${word}`,
        ...(again &&
          !isFinal && {
            action: { label: "Undo", onAction: () => void solve(solved, !isSolved, false) },
          }),
      });
    },
    [change, fail, queue, noun, isFinal],
  );

  const found = rows.find(({ id }) => id === state.row);
  const kept = useRef<T | null>(null);
  if (found) kept.current = found;
  const open = found ?? (kept.current?.id === state.row ? kept.current : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record begins with nothing refused
  useEffect(() => setFailure(null), [state.row]);
  const onOpen = useCallback((row: T) => set({ row: row.id }), [set]);
  const close = useCallback(() => set({ row: null }), [set]);
  return { list, change, solve, open, onOpen, close, failure, fail };
}
