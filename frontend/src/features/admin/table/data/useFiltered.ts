import useSWR, {
  type SWRConfiguration,
  type SWRResponse,
  unstable_serialize,
  useSWRConfig,
} from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";

const KEPT: SWRConfiguration = { ...REVALIDATE_ON_MOUNT, keepPreviousData: true };

/**
 * Reads data that depends on a filter or page number. The previous result stays visible while the next one loads. If
 * that read fails, the previous result disappears.
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
