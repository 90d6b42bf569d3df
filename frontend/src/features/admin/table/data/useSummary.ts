import type { SumsCall } from "@/api/listed";
import { useFiltered } from "./useFiltered";

/** A list's sums: undefined until they are there, and where there are none; and the way to ask again when they failed. */
export type Summed<T> = {
  sums: T | undefined;
  retry: (() => void) | null;
  /** There is an answer, or none is to be had. */
  isKnown: boolean;
};

/** A list's sums, over all of it or what a filter lets through. */
export function useSummary<T>(
  call: SumsCall<T> | undefined,
  filter: Record<string, string> = {},
): Summed<T> {
  const key = call ? [call.address, JSON.stringify(filter)] : null;
  const { data, error, mutate } = useFiltered(key, async () => call?.read(filter));
  const isKnown = !call || data !== undefined || error !== undefined;
  return { sums: data, retry: error && data === undefined ? () => void mutate() : null, isKnown };
}
