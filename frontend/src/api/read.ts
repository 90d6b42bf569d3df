import { useEffect, useState } from "react";
import useSWR, { type SWRConfiguration } from "swr";
import { hasCome, noteShown, onItsWay } from "./ahead";

/** Read once, never stale by itself: no refetch on focus or reconnect, no polling, no retries (docs/PRODUCT.md#reading-data). */
export const SWR_CONFIG: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  refreshInterval: 0,
};

/** What others change meanwhile: read again each time it is looked at, with what was known shown until then. */
export const FRESH = { revalidateIfStale: true } as const satisfies SWRConfiguration;

/**
 * A key and a call. Loading means that neither an answer nor a failure is there yet: SWR's own flag says otherwise for
 * the first moment after the cache was emptied at a log-in.
 */
export function useRead<T>(
  key: readonly unknown[] | string | null,
  read: () => Promise<T>,
  more: SWRConfiguration = {},
) {
  const [isThere] = useState(() => hasCome(key));
  // Not as it is asked: a first drawing may begin anew before any of it is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it came for the first drawing's key
  useEffect(() => noteShown(key), []);
  const answer = useSWR<T, Error>(
    key,
    () => onItsWay<T>(key) ?? read(),
    isThere ? { ...more, revalidateOnMount: false } : more,
  );
  const isLoading = key !== null && answer.data === undefined && !answer.error;
  return { ...answer, isLoading };
}
