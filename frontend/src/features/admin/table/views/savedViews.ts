import { useNamedEntries } from "../named/namedEntries";

/** A named view of a list: filters, order and columns, as a URL query. */
export type SavedView = { name: string; query: string };

/**
 * Parameters that aren't part of a view: page, open record and search. A search may be a driver's name, and views are
 * also stored in this browser.
 */
const EXCLUDED_PARAMETERS = ["page", "row", "q"];

/** Returns the part of the URL that a view saves, in a fixed order. */
export function viewOf(query: URLSearchParams, columns: readonly string[] | null): string {
  const view = new URLSearchParams(query);
  for (const name of EXCLUDED_PARAMETERS) view.delete(name);
  if (columns) view.set("columns", columns.join());
  view.sort();
  return view.toString();
}

const isView = (value: unknown): value is SavedView =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  "query" in value &&
  typeof value.name === "string" &&
  typeof value.query === "string";

export const useSavedViews = (list: string) => useNamedEntries(`views.${list}`, isView);
