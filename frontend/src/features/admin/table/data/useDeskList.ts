import { useState } from "react";
import { type ListCall, type ListPage, readPage } from "@/api/listCalls";
import { type ListState, PAGE_SIZE, type SetList, useListState } from "./listState";
import { useFiltered } from "./useFiltered";

type Options<T> = {
  call: ListCall<T>;
  /** Names of the list's filters, in the call and in the URL. */
  filters?: readonly string[];
  /** Number of rows per page; `PAGE_SIZE` by default. */
  pageSize?: number;
};

export type DeskList<T> = {
  state: ListState;
  set: SetList;
  pageSize: number;
  rows: T[];
  /** Total number of matches; null until it is known. */
  total: number | null;
  /** True if `total` is a lower bound. */
  isTotalLowerBound: boolean;
  /** When the server sent the rows, by its own clock; null if it is unknown. */
  sentAt: string | null;
  /** True until there are rows to show. */
  isLoading: boolean;
  /**
   * True while the list is being read, for example while another page is loading and the
   * previous one is still shown.
   */
  isStale: boolean;
  error: Error | undefined;
  /**
   * Reads the list again. Until the response arrives, shows the given rows, for example with a change that will
   * probably succeed.
   */
  reload: (rows?: T[]) => Promise<unknown>;
  /** The query without paging, for exports and totals. */
  filter: Record<string, string>;
  /** Identifies the call, its query and the page. */
  queryKey: string;
};

/** A list of the back office: state in the URL, rows and total from the server. */
export function useDeskList<T>(options: Options<T>): DeskList<T> {
  const [state, set] = useListState(options.filters ?? []);
  return useRows(state, set, options);
}

/** A second list on the page, whose state isn't in the URL. `q` is the initial search. */
export function useListWithoutUrl<T>(options: Omit<Options<T>, "filters">, q = ""): DeskList<T> {
  const [state, setState] = useState({ ...START, q });
  const set: SetList = (change) => setState((now) => ({ ...now, page: 1, ...change }));
  return useRows(state, set, options);
}

const START: ListState = { q: "", sort: "", page: 1, filters: {}, row: null };

/** `lastPage` is the number of the last page with rows, if it was read because the requested page has none. */
type Rows<T> = ListPage<T> & { lastPage?: number };

/**
 * Reads a page of a list. If the page has no rows, for example because its last row was solved, reads the last page
 * that has some.
 */
async function readRows<T>(
  read: (offset: number) => Promise<ListPage<T>>,
  page: number,
  pageSize: number,
): Promise<Rows<T>> {
  const result = await read((page - 1) * pageSize);
  const lastPage = Math.ceil(result.total / pageSize);
  if (result.rows.length > 0 || lastPage === 0 || lastPage >= page) return result;
  return { lastPage, ...(await readRows(read, lastPage, pageSize)) };
}

/** Converts the time of a `Date` header to ISO 8601. */
const toIsoTime = (date: string | null | undefined) => (date ? new Date(date).toISOString() : null);

/** Reads the rows of a page of a list from the server. */
function useRows<T>(
  state: ListState,
  set: SetList,
  { call, pageSize = PAGE_SIZE }: Options<T>,
): DeskList<T> {
  const filter = { ...(state.q && { q: state.q }), ...state.filters };
  const query = {
    ...filter,
    ...(state.sort && { sort: state.sort }),
    limit: pageSize,
    offset: (state.page - 1) * pageSize,
  };
  const key = [call.url, JSON.stringify(query)];
  const { data, error, isValidating, mutate } = useFiltered<Rows<T>>(key, () =>
    readRows(
      (offset) => readPage((client) => call.read(client, { ...query, offset })),
      state.page,
      pageSize,
    ),
  );
  return {
    state: { ...state, page: Math.min(state.page, data?.lastPage ?? state.page) },
    set,
    pageSize,
    rows: data?.rows ?? [],
    total: data?.total ?? null,
    isTotalLowerBound: data?.isTotalLowerBound ?? false,
    sentAt: toIsoTime(data?.header("date")),
    isLoading: data === undefined && !error,
    isStale: isValidating,
    error,
    reload: (rows) => (rows && data ? mutate({ ...data, rows }, { revalidate: false }) : mutate()),
    filter,
    queryKey: key.join(" "),
  };
}
