import useSWR, {
  type SWRConfiguration,
  type SWRResponse,
  unstable_serialize,
  useSWRConfig,
} from "swr";
import { FRESH } from "@/api/read";

const KEPT: SWRConfiguration = { ...FRESH, keepPreviousData: true };

/**
 * What a filter or a page number chooses: the last answer stays while the next one is on its way, but it never stands in the
 * place of one that could not be had.
 */
export function useFiltered<T>(
  key: readonly unknown[] | null,
  read: () => Promise<T>,
): SWRResponse<T, Error> {
  const { cache } = useSWRConfig();
  const answer = useSWR<T, Error>(key, read, KEPT);
  const isOfBefore = answer.error && cache.get(unstable_serialize(key))?.data === undefined;
  return isOfBefore ? { ...answer, data: undefined } : answer;
}
