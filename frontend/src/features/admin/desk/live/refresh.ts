import { mutate } from "swr";

/** Maximum number of reads that `refresh` waits for: its own and the newer ones. */
const MAX_WAITS = 5;

let latest: Promise<unknown> = Promise.resolve();

/**
 * Revalidates all cached lists and totals of these calls, with any filter. The promise resolves once the newest read
 * has finished, which another call of `refresh` may have started. SWR discards the results of older reads, so until
 * then the cache may be out of date.
 */
export async function refresh(...calls: string[]): Promise<unknown> {
  const read = mutate((key) => calls.includes(Array.isArray(key) ? key[0] : key));
  latest = read;
  for (let waits = 0; waits < MAX_WAITS; waits += 1) {
    const newest = latest;
    await newest.catch(() => undefined);
    if (newest === latest) break;
  }
  return read;
}
