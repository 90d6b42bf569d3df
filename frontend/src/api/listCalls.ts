import { apiFetch, readBody } from "./client";
import { buildUrl, type Request } from "./transport";
import type { Client } from "./types";

/** A page of a list, with the total number of rows. */
export type ListPage<T> = {
  rows: T[];
  total: number;
  /** True if `total` is a lower bound, because the server stopped counting the search's matches. */
  isTotalLowerBound: boolean;
  /** Returns a response header by name; null if the response has no such header. */
  header(name: string): string | null;
};

export type ListQuery = { id?: number; q?: string; sort?: string; limit: number; offset?: number };

/**
 * A list on the server: its URL, which is also the cache key, and the call that reads a page.
 */
export type ListCall<T> = {
  url: string;
  read: (client: Client, query: ListQuery & Record<string, unknown>) => Promise<T[]>;
};

/** A call that returns a list's totals, over all rows or only over the rows that match a filter. */
export type SumsCall<T> = {
  url: string;
  read: (filter: Record<string, string>) => Promise<T>;
};

/** Returns the URL of a generated call. Runs the call with a client that only records the URL. */
function recordUrl(call: (options: { client: Client }) => unknown): string {
  let recorded = "";
  const client: Client = ({ url }) => {
    recorded = url;
    return new Promise(() => undefined);
  };
  call({ client });
  return recorded;
}

type GeneratedListCall<T> = (options: {
  client: Client;
  query: ListQuery & Filters;
}) => Promise<T[]>;
type Filters = Record<string, unknown>;

/** Builds a `ListCall` from a generated call. */
export const toListCall = <T>(call: GeneratedListCall<T>): ListCall<T> => ({
  url: recordUrl((options) => call({ ...options, query: { limit: 0 } })),
  read: (client, query) => call({ client, query }),
});

/** Builds a `SumsCall` from a generated call that returns the totals over all rows. */
export const toSumsCall = <T>(call: (options?: { client: Client }) => Promise<T>): SumsCall<T> => ({
  url: recordUrl(call),
  read: () => call(),
});

type GeneratedSumsCall<T> = (options: { client?: Client; query?: Filters }) => Promise<T>;

/** Builds a `SumsCall` from a generated call that returns the totals over the rows that match a filter. */
export const toFilteredSumsCall = <T>(call: GeneratedSumsCall<T>): SumsCall<T> => ({
  url: recordUrl(call),
  read: (query) => call({ query }),
});

/**
 * Runs a list call. Returns the rows and the data in the response headers, such as the total number
 * of rows.
 */
export async function readPage<T>(call: (client: Client) => Promise<T[]>): Promise<ListPage<T>> {
  let headers = new Headers();
  const client = async (request: Request) => {
    const response = await apiFetch(buildUrl(request), { headers: { accept: "application/json" } });
    headers = response.headers;
    return readBody<unknown>(response.json());
  };
  const rows = await call(client);
  return {
    rows,
    total: Number(headers.get("x-total-count") ?? rows.length),
    isTotalLowerBound: headers.get("x-total-is-least") === "true",
    header: (name) => headers.get(name),
  };
}
