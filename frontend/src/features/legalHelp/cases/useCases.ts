import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import type { LegalCase } from "@/api/types";
import { CASES_KEY, getCases } from "../calls";

/** Options that also revalidate on focus, because a lawyer may have recorded a step. */
const REVALIDATE_ON_FOCUS = { ...REVALIDATE_ON_MOUNT, revalidateOnFocus: true };

/** Reads the driver's cases if `isNeeded` is true. */
export function useCases(isNeeded: boolean) {
  const { data, error, isValidating, mutate } = useRead(
    isNeeded ? CASES_KEY : null,
    getCases,
    REVALIDATE_ON_FOCUS,
  );
  return {
    cases: data,
    error,
    retry: () => void mutate(),
    retrying: isValidating,
    refetch: () => mutate(),
    storeCase: (next: LegalCase) =>
      void mutate((list) => list?.map((old) => (old.id === next.id ? next : old)), {
        revalidate: false,
      }),
  };
}

export type DriverCases = ReturnType<typeof useCases>;
