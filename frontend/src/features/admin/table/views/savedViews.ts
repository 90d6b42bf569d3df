import { useNamed } from "../named/named";

/** Filters, order and columns of a list under a name, as they follow the question mark in its address. */
export type SavedView = { name: string; query: string };

/** Where one is in a list is no part of a view; nor is a search: it may be a driver's name, and this browser has a copy of views. */
const LEFT_OUT = ["page", "row", "q"];

/** What of an address a view keeps, always in one order. */
export function viewOf(query: URLSearchParams, columns: readonly string[] | null): string {
  const view = new URLSearchParams(query);
  for (const name of LEFT_OUT) view.delete(name);
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

/** The views of a list that this person keeps. */
export const useSavedViews = (list: string) => useNamed(`views.${list}`, isView);
