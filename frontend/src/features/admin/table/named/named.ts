import { useState } from "react";
import { useSession } from "@/parts/accounts/useSession";
import { keep, kept } from "../layout/kept";

type Named = { name: string };

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

/** What this person keeps under names in this browser. */
export function useNamed<T extends Named>(key: string, isOne: (value: unknown) => value is T) {
  const { user } = useSession();
  const staff = user?.id ?? 0;
  const areAll = (value: unknown): value is T[] => Array.isArray(value) && value.every(isOne);
  const [all, setAll] = useState(() => kept<T[]>(staff, key, [], areAll));
  const put = (next: T[]) => {
    setAll(next);
    keep(staff, key, next.length > 0 ? next : undefined);
  };
  return {
    all,
    /** One of the same name is replaced. */
    save: (one: T) => put([...all.filter(({ name }) => name !== one.name), one]),
    remove: (name: string) => put(all.filter((one) => one.name !== name)),
  };
}
