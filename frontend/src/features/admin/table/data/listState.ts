import { useCallback, useMemo, useRef } from "react";
import { useSearchParams } from "@/lib/router";

export const PAGE_SIZE = 50;
/** Rows per page of a list of cards that has other content below. */
export const FEW_CARDS = 10;
/** Maximum offset that the server allows. Filters find the rows beyond it. */
export const MAX_OFFSET = 10_000;
const MAX_SEARCH_LENGTH = 100;

/** State of a list, stored in the URL so that a link or Back opens the same list. */
export type ListState = {
  q: string;
  /** Sort name of a column, prefixed with "-" for descending order. Empty means newest first. */
  sort: string;
  /** Page number, from 1. */
  page: number;
  filters: Readonly<Record<string, string>>;
  /** Id of the record that is open beside the list; null if none is. */
  row: number | null;
};

export type SetList = (change: Partial<ListState>) => void;

/**
 * Reads and changes the list's state. Changing the search, order or filters resets to page 1.
 * `names` are the names of the list's filters.
 */
export function useListState(names: readonly string[]): [ListState, SetList] {
  const [query, setQuery] = useSearchParams();
  const joinedNames = names.join();
  const state = useMemo<ListState>(() => {
    const page = Number(query.get("page"));
    const row = Number(query.get("row"));
    const filters = joinedNames.split(",").flatMap((name) => {
      const value = name && query.get(name);
      return value ? [[name, value] as const] : [];
    });
    return {
      q: query.get("q")?.slice(0, MAX_SEARCH_LENGTH) ?? "",
      sort: query.get("sort") ?? "",
      page: Number.isInteger(page) && page > 0 ? page : 1,
      filters: Object.fromEntries(filters),
      row: Number.isInteger(row) && row > 0 ? row : null,
    };
  }, [query, joinedNames]);

  // Always calls the newest setter. An older setter starts from the query at its own render, so a delayed search would
  // undo later changes, such as an opened row.
  const latest = useRef(setQuery);
  latest.current = setQuery;
  const set = useCallback<SetList>(
    (change) => {
      // Opening a record or a page adds a history entry; typing a search doesn't.
      const replace = !("row" in change && change.row !== null) && !("page" in change);
      latest.current((previous) => applyChange(previous, joinedNames.split(","), change), {
        replace,
      });
    },
    [joinedNames],
  );
  return [state, set];
}

/**
 * Returns the query with a change of the list's state. `names` are the names of the list's
 * filters.
 */
function applyChange(before: URLSearchParams, names: string[], change: Partial<ListState>) {
  const next = new URLSearchParams(before);
  /** Sets a parameter. Deletes it if it has its default value: null, empty, or page 1. */
  const setOrDelete = (name: string, value: string | number | null) => {
    if (value === null || value === "" || value === 1) next.delete(name);
    else next.set(name, String(value));
  };
  if ("q" in change || "sort" in change || "filters" in change) next.delete("page");
  if (change.q !== undefined) setOrDelete("q", change.q);
  if (change.sort !== undefined) setOrDelete("sort", change.sort);
  if (change.page !== undefined) setOrDelete("page", change.page);
  if (change.filters) for (const name of names) setOrDelete(name, change.filters[name] ?? null);
  if (change.row !== undefined) {
    if (change.row === null) next.delete("row");
    else next.set("row", String(change.row));
  }
  return next;
}
