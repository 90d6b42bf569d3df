import type { SumsCall } from "@/api/listCalls";
import { useFiltered } from "./useFiltered";

/** A list's totals; undefined while loading or without a call. `retry` is set after a failure. */
export type ListTotals<T> = {
  sums: T | undefined;
  retry: (() => void) | null;
  /** True after a response or a failure, or if there is nothing to read. */
  isKnown: boolean;
};

/** Reads a list's totals, over all records or those that match a filter. */
export function useSummary<T>(
  call: SumsCall<T> | undefined,
  filter: Record<string, string> = {},
): ListTotals<T> {
  const key = call ? [call.url, JSON.stringify(filter)] : null;
  const { data, error, mutate } = useFiltered(key, async () => call?.read(filter));
  const isKnown = !call || data !== undefined || error !== undefined;
  return { sums: data, retry: error && data === undefined ? () => void mutate() : null, isKnown };
}
