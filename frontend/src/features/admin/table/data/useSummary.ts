import useSWR from "swr";
import type { SumsCall } from "@/api/listed";

/** A list's sums, over all of it or what a filter lets through; undefined until they are there, and where there are none. */
export function useSummary<T>(
  call: SumsCall<T> | undefined,
  filter: Record<string, string> = {},
): T | undefined {
  const key = call ? [call.address, JSON.stringify(filter)] : null;
  return useSWR<T | undefined, Error>(key, () => call?.read(filter), {
    revalidateOnMount: true,
    keepPreviousData: true,
  }).data;
}
