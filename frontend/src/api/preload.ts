import { mutate } from "swr";
import { EARLY } from "./earlyResponses";

type Key = readonly unknown[] | string;

/** Time for which preloaded data counts as fresh, in milliseconds. After that, the screen requests the data again. */
const FRESH_MS = 10_000;

/** A preload, and when its data arrived, if it has. */
type Preload = { answer: Promise<unknown>; arrivedAt?: number };

/** Preloads that no screen has taken over or shown yet. */
const preloads = new Map<string, Preload>();

const nameOf = (key: Key) => JSON.stringify(key);

/** Whether the preload script (app/startup/preload.ts) has already requested this URL. */
export const isRequestedEarly = (url: string): boolean => window[EARLY]?.has(url) ?? false;

/** Preloads data so that the first render has it. If the request fails, the screen repeats it and shows the error. */
export async function preloadData<T>(key: Key, read: () => Promise<T>): Promise<void> {
  const name = nameOf(key);
  const preload: Preload = { answer: read() };
  preloads.set(name, preload);
  const data = await preload.answer.catch(() => undefined);
  // A screen that rendered in the meantime has taken over this preload (`takePreload`).
  if (preloads.get(name) !== preload) return;
  if (data === undefined) {
    preloads.delete(name);
    return;
  }
  preload.arrivedAt = performance.now();
  await mutate(key, data, { revalidate: false });
}

const isFresh = ({ arrivedAt }: Preload) =>
  arrivedAt === undefined || performance.now() - arrivedAt < FRESH_MS;

/**
 * Returns the preload for this key if it is in flight, or if its data arrived after the screen was rendered and before
 * SWR asked for it. Only the first caller gets it.
 */
export function takePreload<T>(key: Key | null): Promise<T> | undefined {
  const name = key === null ? "" : nameOf(key);
  const preload = preloads.get(name);
  preloads.delete(name);
  return preload && isFresh(preload) ? (preload.answer as Promise<T>) : undefined;
}

/** Whether preloaded data for this key has just arrived, so that the screen doesn't need to request it. */
export function hasJustArrived(key: Key | null): boolean {
  const preload = key === null ? undefined : preloads.get(nameOf(key));
  return preload?.arrivedAt !== undefined && isFresh(preload);
}

/** Marks preloaded data as shown, so that the next screen requests it again. A preload in flight stays. */
export function markShown(key: Key | null): void {
  const name = key === null ? "" : nameOf(key);
  if (preloads.get(name)?.arrivedAt !== undefined) preloads.delete(name);
}
