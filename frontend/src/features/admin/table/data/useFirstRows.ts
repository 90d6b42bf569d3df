import { type ListCall, type ListPage, readPage } from "@/api/listCalls";
import { useFiltered } from "./useFiltered";

export const MAX_FIRST_ROWS = 5;

/** The first few rows of a list. `isKnown` is true after a response or a failure. */
export type FirstRows<T> = { firstRows: ListPage<T> | undefined; isKnown: boolean };

/**
 * Reads the first few rows of a list, without the filters that the user chose. Reads nothing without a
 * call. The cache key starts with the list's URL, so that these rows and the list are refreshed
 * together.
 */
export function useFirstRows<T>(
  call: ListCall<T> | undefined,
  filter: Record<string, string> = {},
): FirstRows<T> {
  const query = { ...filter, limit: MAX_FIRST_ROWS };
  const { data, error } = useFiltered(
    call ? [call.url, `few ${JSON.stringify(query)}`] : null,
    async () => call && readPage((client) => call.read(client, query)),
  );
  return { firstRows: data, isKnown: !call || data !== undefined || error !== undefined };
}
