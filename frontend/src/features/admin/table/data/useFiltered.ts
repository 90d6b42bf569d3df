import useSWR, {
  type SWRConfiguration,
  type SWRResponse,
  unstable_serialize,
  useSWRConfig,
} from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";

const OPTIONS: SWRConfiguration = { ...REVALIDATE_ON_MOUNT, keepPreviousData: true };

/**
 * Reads data that depends on a filter or page number. The previous result stays visible while the next one loads. If
 * that read fails, the previous result disappears.
 */
export function useFiltered<T>(
  key: readonly unknown[] | null,
  read: () => Promise<T>,
): SWRResponse<T, Error> {
  const { cache } = useSWRConfig();
  const response = useSWR<T, Error>(key, read, OPTIONS);
  const isPreviousData = response.error && cache.get(unstable_serialize(key))?.data === undefined;
  return isPreviousData ? { ...response, data: undefined } : response;
}
