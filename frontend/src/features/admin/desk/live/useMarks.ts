import { useRef } from "react";
import { type Mark, nameOf } from "./liveDesk";
import { useLive } from "./useLiveDesk";

export type RowMark = { mark: Mark; isNew: boolean };

/** The marks of a list's rows: new are those that were not there when the change was heard of. */
export function useMarks(
  kind: string | undefined,
  ids: readonly number[],
): (id: number) => RowMark | null {
  const { marks } = useLive();
  const seen = useRef(new Map<number, number>());
  const now = Date.now();
  for (const id of ids) if (!seen.current.has(id)) seen.current.set(id, now);
  return (id) => {
    const mark = kind === undefined ? undefined : marks.get(nameOf({ kind, id }));
    if (!mark) return null;
    return { mark, isNew: mark.by === null && (seen.current.get(id) ?? now) >= mark.at };
  };
}
