import { useState } from "react";
import { type ListCall, type Listed, listed } from "@/api/listed";
import { type ListState, PAGE_SIZE, type SetList, useListState } from "./listState";
import { useFiltered } from "./useFiltered";

type Options<T> = {
  call: ListCall<T>;
  /** The names of the list's filters, as the call and the address have them. */
  filters?: readonly string[];
};

export type DeskList<T> = {
  state: ListState;
  set: SetList;
  rows: T[];
  /** How many match in all; null until it is known. */
  total: number | null;
  atLeast: boolean;
  /** Nothing is there to show yet. */
  isLoading: boolean;
  /** Another slice is on its way; the last one is still shown. */
  isStale: boolean;
  error: Error | undefined;
  /** Reads again; with rows, shows them meanwhile (for what is likely to succeed). */
  reload: (rows?: T[]) => Promise<unknown>;
  /** The query without its slice: what an export or a summary is asked with. */
  filter: Record<string, string>;
};

/** One of the back office's lists: state in the address, rows and total from the server. */
export function useDeskList<T>(options: Options<T>): DeskList<T> {
  const [state, set] = useListState(options.filters ?? []);
  return useRows(state, set, options);
}

/** A list beside the one whose state the address has. */
export function useSecondList<T>(options: Omit<Options<T>, "filters">): DeskList<T> {
  const [state, setState] = useState(START);
  const set: SetList = (change) => setState((now) => ({ ...now, page: 1, ...change }));
  return useRows(state, set, options);
}

const START: ListState = { q: "", sort: "", page: 1, filters: {}, row: null };

function useRows<T>(state: ListState, set: SetList, { call }: Options<T>): DeskList<T> {
  const filter = { ...(state.q && { q: state.q }), ...state.filters };
  const query = {
    ...filter,
    ...(state.sort && { sort: state.sort }),
    limit: PAGE_SIZE,
    offset: (state.page - 1) * PAGE_SIZE,
  };
  const key = [call.address, JSON.stringify(query)];
  const { data, error, isValidating, mutate } = useFiltered<Listed<T>>(key, () =>
    listed((client) => call.read(client, query)),
  );
  return {
    state,
    set,
    rows: data?.rows ?? [],
    total: data?.total ?? null,
    atLeast: data?.atLeast ?? false,
    isLoading: data === undefined && !error,
    isStale: isValidating,
    error,
    reload: (rows) => (rows && data ? mutate({ ...data, rows }, { revalidate: false }) : mutate()),
    filter,
  };
}
