import { useCallback } from "react";
import { useChoice } from "../layout/choices";

type Named = { name: string };

const NONE: never[] = [];

/** A person has at most so many of a sort. */
export const MOST_NAMED = 20;
export const LONGEST_NAME = 40;

/** Why one of a sort, such as a view, cannot have this name. */
export function wrongName(name: string, known: readonly Named[], sort: string): string | undefined {
  const told = name.trim();
  if (told === "") return `Give the ${sort} a name.`;
  if (told.length > LONGEST_NAME) return `At most ${LONGEST_NAME} characters.`;
  const isNew = !known.some((one) => one.name === told);
  if (isNew && known.length >= MOST_NAMED)
    return `There are ${MOST_NAMED} ${sort}s. Remove one first.`;
  return undefined;
}

/** What this person keeps under names. */
export function useNamed<T extends Named>(key: string, isOne: (value: unknown) => value is T) {
  const areAll = useCallback(
    (value: unknown): value is T[] => Array.isArray(value) && value.every(isOne),
    [isOne],
  );
  const [all, choose] = useChoice<T[]>(key, NONE, areAll);
  const put = (next: T[]) => choose(next.length > 0 ? next : undefined);
  return {
    all,
    /** One of the same name is replaced. */
    save: (one: T) => put([...all.filter(({ name }) => name !== one.name), one]),
    remove: (name: string) => put(all.filter((one) => one.name !== name)),
  };
}
