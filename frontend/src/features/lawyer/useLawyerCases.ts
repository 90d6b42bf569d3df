import { useSWRConfig } from "swr";
import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import type { LegalCase } from "@/api/types";
import { CASES_KEY, getCase, getCases } from "./calls";

/**
 * Options that also revalidate on focus, because an offer may have ended or a driver may have
 * answered.
 */
const REVALIDATE_ON_FOCUS = { ...REVALIDATE_ON_MOUNT, revalidateOnFocus: true };

export const useLawyerCases = () => useRead(CASES_KEY, getCases, REVALIDATE_ON_FOCUS);

/** Reads one case. Storing a change also reads the list again. */
export function useLawyerCase(id: number) {
  const { mutate: mutateAll } = useSWRConfig();
  const { data, error, isValidating, mutate } = useRead(
    [CASES_KEY, id],
    () => getCase(id),
    REVALIDATE_ON_FOCUS,
  );
  return {
    data,
    error,
    retrying: isValidating,
    refetch: () => mutate(),
    storeCase: (next: LegalCase) => {
      void mutate(next, { revalidate: false });
      void mutateAll(CASES_KEY);
    },
  };
}
