import { type ListCall, type ListPage, withTotal } from "@/api/listed";
import { useFiltered } from "./useFiltered";

export const FEW = 5;

/** The first few rows of a list. `isKnown` is true after a response or a failure. */
export type FirstRows<T> = { few: ListPage<T> | undefined; isKnown: boolean };

/**
 * The first few rows of a list, whatever the list beside it shows. Without a call, none are read. The key starts like
 * the list's, so they refresh together.
 */
export function useFirstRows<T>(
  call: ListCall<T> | undefined,
  filter: Record<string, string> = {},
): FirstRows<T> {
  const query = { ...filter, limit: FEW };
  const { data, error } = useFiltered(
    call ? [call.address, `few ${JSON.stringify(query)}`] : null,
    async () => call && withTotal((client) => call.read(client, query)),
  );
  return { few: data, isKnown: !call || data !== undefined || error !== undefined };
}
