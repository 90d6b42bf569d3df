import { mutate } from "swr";

/** Reads again whatever is kept of these calls: their lists, whatever the filter, and their summaries. */
export function refresh(...calls: string[]): Promise<unknown> {
  return mutate((key) => calls.includes(Array.isArray(key) ? key[0] : key));
}
