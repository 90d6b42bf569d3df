import { useEffect, useState } from "react";
import useSWR, { type SWRConfiguration } from "swr";
import { hasJustArrived, markShown, preloadInFlight } from "./preload";

/**
 * Default options: reads data once, without refetching on focus or reconnect, polling or retrying
 * (docs/product/page.md#reading-data).
 */
export const SWR_CONFIG: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  refreshInterval: 0,
};

/**
 * Options for data that other users or devices can change: revalidates on every mount, and shows the
 * cached data in the meantime.
 */
export const REVALIDATE_ON_MOUNT = { revalidateIfStale: true } as const satisfies SWRConfiguration;

/**
 * Reads data with SWR. `isLoading` is true until there is data or an error. SWR's own flag isn't
 * used, because it is briefly false after a login has emptied the cache.
 */
export function useRead<T>(
  key: readonly unknown[] | string | null,
  read: () => Promise<T>,
  options: SWRConfiguration = {},
) {
  const [isPreloaded] = useState(() => hasJustArrived(key));
  // The data is marked as shown in an effect, because React may discard and restart a render that suspends.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render's key was preloaded
  useEffect(() => markShown(key), []);
  const result = useSWR<T, Error>(
    key,
    () => preloadInFlight<T>(key) ?? read(),
    isPreloaded ? { ...options, revalidateOnMount: false } : options,
  );
  const isLoading = key !== null && result.data === undefined && !result.error;
  return { ...result, isLoading };
}
