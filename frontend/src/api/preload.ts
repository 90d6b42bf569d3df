import { mutate } from "swr";
import { EARLY } from "./earlyResponses";

type Key = readonly unknown[] | string;

/** Time for which preloaded data counts as fresh, in milliseconds. After that, the screen requests the data again. */
const MAX_AGE_MS = 10_000;

/** Preloads in flight, by key. */
const inFlight = new Map<string, Promise<unknown>>();
/** Arrival times (`performance.now()`) of preloaded data that no screen has shown yet, by key. */
const arrivalTimes = new Map<string, number>();

const toText = (key: Key) => JSON.stringify(key);

/**
 * Reads data into the cache before the first render, if the preload script (app/startup/preload.ts) has requested its
 * URL. If the request fails, the screen sends the request again and shows the error.
 */
export async function preloadData<T>(url: string, key: Key, read: () => Promise<T>): Promise<void> {
  if (!window[EARLY]?.has(url)) return;
  const name = toText(key);
  const answer = read();
  inFlight.set(name, answer);
  const data = await answer.catch(() => undefined);
  // A screen that rendered in the meantime has taken over this promise (`preloadInFlight`).
  if (inFlight.get(name) !== answer) return;
  inFlight.delete(name);
  if (data === undefined) return;
  arrivalTimes.set(name, performance.now());
  await mutate(key, data, { revalidate: false });
}

/**
 * Returns the preload in flight for this key to the first caller. Returns undefined to later
 * callers, or if there is none.
 */
export function preloadInFlight<T>(key: Key | null): Promise<T> | undefined {
  const name = key === null ? "" : toText(key);
  const answer = inFlight.get(name);
  inFlight.delete(name);
  return answer as Promise<T> | undefined;
}

/**
 * Whether preloaded data for this key arrived within the last MAX_AGE_MS and no screen has shown it
 * yet.
 */
export function hasJustArrived(key: Key | null): boolean {
  const arrival = key === null ? undefined : arrivalTimes.get(toText(key));
  return arrival !== undefined && performance.now() - arrival < MAX_AGE_MS;
}

/** Marks preloaded data as shown, so that the next screen requests it again. */
export function markShown(key: Key | null): void {
  if (key !== null) arrivalTimes.delete(toText(key));
}
