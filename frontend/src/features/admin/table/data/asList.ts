import { type ListState, PAGE_SIZE } from "./listState";
import type { DeskList } from "./useDeskList";

const STATE: ListState = { q: "", sort: "", page: 1, filters: {}, row: null };

/** Wraps plain rows as a list without search, sorting or paging. */
export function asList<T>(
  rows: T[] | undefined,
  reload: () => Promise<unknown> = async () => undefined,
): DeskList<T> {
  return {
    state: STATE,
    set: () => undefined,
    pageSize: PAGE_SIZE,
    rows: rows ?? [],
    total: rows?.length ?? null,
    isTotalLowerBound: false,
    sentAt: null,
    isLoading: rows === undefined,
    isStale: false,
    error: undefined,
    reload,
    filter: {},
    queryKey: "",
  };
}
