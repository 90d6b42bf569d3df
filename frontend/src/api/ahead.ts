import { mutate } from "swr";
import { EARLY } from "./early";

type Key = readonly unknown[] | string;

/** After so long what came ahead is read again by the screen. */
const FRESH_MS = 10_000;

/** What is on its way ahead of the screen that reads it, and when what nobody has read yet came. */
const coming = new Map<string, Promise<unknown>>();
const came = new Map<string, number>();

const nameOf = (key: Key) => JSON.stringify(key);

/** Whether what runs early has asked for this address (app/first/early.ts), so that its answer comes soon. */
export const isAskedEarly = (url: string): boolean => window[EARLY]?.has(url) ?? false;

/** Reads before anything is drawn, so that the first drawing has it. What fails is read, and told, by the screen. */
export async function readAhead<T>(key: Key, read: () => Promise<T>): Promise<void> {
  const name = nameOf(key);
  const answer = read();
  coming.set(name, answer);
  const data = await answer.catch(() => undefined);
  // A screen that was drawn meanwhile waits for it.
  if (coming.get(name) !== answer) return;
  coming.delete(name);
  if (data === undefined) return;
  came.set(name, performance.now());
  await mutate(key, data, { revalidate: false });
}

/** The answer that is on its way already, for the one that asks first. */
export function onItsWay<T>(key: Key | null): Promise<T> | undefined {
  const name = key === null ? "" : nameOf(key);
  const answer = coming.get(name);
  coming.delete(name);
  return answer as Promise<T> | undefined;
}

/** Whether it came just now, ahead of the one that asks: then it is not read again. */
export function hasCome(key: Key | null): boolean {
  const at = key === null ? undefined : came.get(nameOf(key));
  return at !== undefined && performance.now() - at < FRESH_MS;
}

/** It is shown: who comes later reads it anew. */
export function noteShown(key: Key | null): void {
  if (key !== null) came.delete(nameOf(key));
}
