import useSWR from "swr";
import { type ListCall, type Listed, listed } from "@/api/listed";

export const FEW = 5;

/** The first few of a list, whatever the list beside it shows. It is read again with the list: its key begins alike. */
export function useFew<T>(
  call: ListCall<T>,
  filter: Record<string, string> = {},
): Listed<T> | undefined {
  const query = { ...filter, limit: FEW };
  return useSWR<Listed<T>, Error>(
    [call.address, `few ${JSON.stringify(query)}`],
    () => listed((client) => call.read(client, query)),
    { revalidateOnMount: true, keepPreviousData: true },
  ).data;
}
