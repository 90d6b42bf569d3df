import { useSWRConfig } from "swr";
import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import type { LegalCase } from "@/api/types";
import { CASES_KEY, getCase, getCases } from "./calls";

/** Also revalidates on focus, because an offer may have ended or a driver may have answered. */
const REREAD = { ...REVALIDATE_ON_MOUNT, revalidateOnFocus: true };

export const useLawyerCases = () => useRead(CASES_KEY, getCases, REREAD);

/** One case. A change to it also reads the list again. */
export function useLawyerCase(id: number) {
  const { mutate: mutateAll } = useSWRConfig();
  const { data, error, isValidating, mutate } = useRead([CASES_KEY, id], () => getCase(id), REREAD);
  return {
    data,
    error,
    retrying: isValidating,
    reread: () => mutate(),
    changed: (next: LegalCase) => {
      void mutate(next, { revalidate: false });
      void mutateAll(CASES_KEY);
    },
  };
}
