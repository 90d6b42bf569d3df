import useSWR from "swr";
import type { SumsCall } from "@/api/listed";

/** A list's sums, over all of it or what a filter lets through; undefined until they are there. */
export function useSummary<T>(
  call: SumsCall<T>,
  filter: Record<string, string> = {},
): T | undefined {
  return useSWR<T, Error>([call.address, JSON.stringify(filter)], () => call.read(filter), {
    revalidateOnMount: true,
    keepPreviousData: true,
  }).data;
}
