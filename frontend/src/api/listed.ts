import { apiFetch } from "./client";
import { address, type Call } from "./transport";
import type { Client } from "./types";

/** A slice of a list, and how many there are in all. */
export type Listed<T> = {
  rows: T[];
  total: number;
  /** There may be more: the server stopped counting a search's matches. */
  atLeast: boolean;
  /** What other headers say. */
  header(name: string): string | null;
};

/** What a slice of a list is asked with. */
export type ListQuery = { q?: string; sort?: string; limit: number; offset?: number };

/** A list of the server's: the address it is kept by, and its call; filters are the list's own. */
export type ListCall<T> = {
  address: string;
  read: (client: Client, query: ListQuery & Record<string, unknown>) => Promise<T[]>;
};

/** What a list adds up to, over all of it or what a filter lets through. */
export type SumsCall<T> = {
  address: string;
  read: (filter: Record<string, string>) => Promise<T>;
};

/** The address that a generated call has. */
function addressOf(call: (options: { client: Client }) => unknown): string {
  let found = "";
  const get = async ({ url }: Call) => {
    found = url;
  };
  call({ client: { get } as unknown as Client });
  return found;
}

type Lists<T> = (options: { client: Client; query: ListQuery & Filters }) => Promise<T[]>;
type Filters = Record<string, unknown>;

/** A list of the server's, by its generated call. */
export const listOf = <T>(call: Lists<T>): ListCall<T> => ({
  address: addressOf((options) => call({ ...options, query: { limit: 0 } })),
  read: (client, query) => call({ client, query }),
});

/** What a list adds up to, whatever the filter, by its generated call. */
export const sumsOf = <T>(call: (options?: { client: Client }) => Promise<T>): SumsCall<T> => ({
  address: addressOf(call),
  read: () => call(),
});

type FilteredSums<T> = (options: { client?: Client; query?: Filters }) => Promise<T>;

/** What a list adds up to over what a filter lets through, by its generated call. */
export const filteredSumsOf = <T>(call: FilteredSums<T>): SumsCall<T> => ({
  address: addressOf(call),
  read: (query) => call({ query }),
});

/** A list's call with what its headers tell: `listed((client) => sdk.listHires({ client, query }))`. */
export async function listed<T>(call: (client: Client) => Promise<T[]>): Promise<Listed<T>> {
  let headers = new Headers();
  const get = async (of: Call) => {
    const response = await apiFetch(address(of), { headers: { accept: "application/json" } });
    headers = response.headers;
    const data: unknown = await response.json();
    await of.responseValidator?.(data);
    return data;
  };
  const rows = await call({ get } as unknown as Client);
  return {
    rows,
    total: Number(headers.get("x-total-count") ?? rows.length),
    atLeast: headers.get("x-total-is-least") === "true",
    header: (name) => headers.get(name),
  };
}
