import { type ListCall, type Listed, listed } from "@/api/listed";
import { useFiltered } from "./useFiltered";

export const FEW = 5;

/** The first few of a list; known once there is an answer or none can be had. */
export type Few<T> = { few: Listed<T> | undefined; isKnown: boolean };

/**
 * The first few of a list, whatever the list beside it shows; none are read without a call. They are read again with the
 * list: their key begins alike.
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
