import { mutate } from "swr";

/** Maximum number of newer reads to wait for. */
const MAX_WAITS = 5;

let latest: Promise<unknown> = Promise.resolve();

/**
 * Revalidates these calls: their lists, with any filter, and their totals. A newer read discards the result of an older
 * one. So the promise resolves only after the latest, because until then the cache may be out of date.
 */
export async function refresh(...calls: string[]): Promise<unknown> {
  const own = mutate((key) => calls.includes(Array.isArray(key) ? key[0] : key));
  latest = own;
  for (let waits = 0; waits < MAX_WAITS; waits += 1) {
    const awaited = latest;
    await awaited.catch(() => undefined);
    if (awaited === latest) break;
  }
  return own;
}
