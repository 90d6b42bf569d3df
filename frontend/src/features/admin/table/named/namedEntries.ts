import { useCallback } from "react";
import { usePreference } from "../layout/preferences";

type NamedEntry = { name: string };

const NONE: never[] = [];

/** Maximum number of entries that a user can save under one key, such as the views of one list. */
export const MAX_NAMED = 20;
export const MAX_NAME_LENGTH = 40;

/** Returns why an entry, such as a view, can't have this name; undefined if it can. */
export function findNameError(
  name: string,
  known: readonly NamedEntry[],
  noun: string,
): string | undefined {
  const trimmed = name.trim();
  if (trimmed === "") return `Enter a name for the ${noun}.`;
  if (trimmed.length > MAX_NAME_LENGTH) return `Use at most ${MAX_NAME_LENGTH} characters.`;
  const isNew = !known.some((one) => one.name === trimmed);
  if (isNew && known.length >= MAX_NAMED)
    return `You already have ${MAX_NAMED} ${noun}s. Delete one first.`;
  return undefined;
}

/** Reads and changes the user's named entries of one kind, such as views. */
export function useNamedEntries<T extends NamedEntry>(
  key: string,
  isValid: (value: unknown) => value is T,
) {
  const areAll = useCallback(
    (value: unknown): value is T[] => Array.isArray(value) && value.every(isValid),
    [isValid],
  );
  const [all, choose] = usePreference<T[]>(key, NONE, areAll);
  const storeEntries = (next: T[]) => choose(next.length > 0 ? next : undefined);
  return {
    all,
    /** Saves an entry, replacing one with the same name. */
    save: (entry: T) => storeEntries([...all.filter(({ name }) => name !== entry.name), entry]),
    remove: (name: string) => storeEntries(all.filter((one) => one.name !== name)),
  };
}
