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
