import { mutate } from "swr";

/** As often a newer reading is waited for; what goes on and on is not. */
const MOST_WAITS = 5;

let latest: Promise<unknown> = Promise.resolve();

/**
 * Reads again whatever is kept of these calls: their lists, whatever the filter, and their summaries. A newer reading of the same
 * puts an older one's answer aside, so it is done when the newest is: until then what is kept may be older than it was.
 */
export async function refresh(...calls: string[]): Promise<unknown> {
  const own = mutate((key) => calls.includes(Array.isArray(key) ? key[0] : key));
  latest = own;
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    const awaited = latest;
    await awaited.catch(() => undefined);
    if (awaited === latest) break;
  }
  return own;
}
