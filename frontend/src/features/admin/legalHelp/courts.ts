import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import { AUTHORITIES_KEY, getAuthorities } from "./caseCalls";

/** Returns the register's courts for a select. `courts` is undefined until they have loaded. */
export function useCourts() {
  const { data, error } = useSWR(AUTHORITIES_KEY, getAuthorities, { ...REVALIDATE_ON_MOUNT });
  return { courts: data?.filter(({ kind }) => kind === "court"), failed: error !== undefined };
}

type Courts = ReturnType<typeof useCourts>;

/** The courts of a state as options. Courts without a state are included for every state. */
export const courtOptions = ({ courts = [] }: Courts, state: string) =>
  courts
    .filter((court) => !court.state || court.state === state)
    .map(({ id, name }) => ({ value: String(id), label: name }));

/** Text of the empty option: `none`, or that the courts are loading or failed to load. */
export const courtPlaceholder = ({ courts, failed }: Courts, none: string): string =>
  courts ? none : failed ? "We couldn’t load the courts" : "Loading…";
