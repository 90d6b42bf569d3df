import { type ListCall, type Listed, listed } from "@/api/listed";
import { useFiltered } from "./useFiltered";

export const FEW = 5;

/** The first few rows of a list. `isKnown` is true after a response or a failure. */
export type Few<T> = { few: Listed<T> | undefined; isKnown: boolean };

/**
 * The first few rows of a list, whatever the list beside it shows. Without a call, none are read. The key starts like
 * the list's, so they refresh together.
 */
export function useFew<T>(
  call: ListCall<T> | undefined,
  filter: Record<string, string> = {},
): Few<T> {
  const query = { ...filter, limit: FEW };
  const { data, error } = useFiltered(
    call ? [call.address, `few ${JSON.stringify(query)}`] : null,
    async () => call && listed((client) => call.read(client, query)),
  );
  return { few: data, isKnown: !call || data !== undefined || error !== undefined };
}
