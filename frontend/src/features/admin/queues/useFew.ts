import useSWR from "swr";
import type { Client } from "@/api/generated/client";
import { type Listed, listed } from "@/api/listed";

export const FEW = 5;

type Query = { limit: number } & Record<string, string | number>;

/** The first few of a list, whatever the list beside it shows. It is read again with the list: its key begins alike. */
export function useFew<T>(
  call: string,
  read: (client: Client, query: Query) => Promise<T[]>,
  filter: Record<string, string> = {},
): Listed<T> | undefined {
  const query = { ...filter, limit: FEW };
  return useSWR<Listed<T>, Error>(
    [call, `few ${JSON.stringify(query)}`],
    () => listed((client) => read(client, query)),
    { revalidateOnMount: true, keepPreviousData: true },
  ).data;
}
