import { apiFetch } from "./client";
import type { Client } from "./generated/client";
import { address, type Call } from "./transport";

/** A slice of a list, and how many there are in all. */
export type Listed<T> = {
  rows: T[];
  total: number;
  /** There may be more: the server stopped counting a search's matches. */
  atLeast: boolean;
  /** What other headers say. */
  header(name: string): string | null;
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
