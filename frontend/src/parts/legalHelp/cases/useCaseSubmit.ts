import { ApiError } from "@/api/client";
import type { LegalCase } from "@/api/types";
import { failureText, type Submit, useSubmit } from "@/parts/forms/useSubmit";

/** A case as shown, and what to do once it has changed. */
export type CaseProps = {
  of: LegalCase;
  /** Called with the updated case from the server. */
  onChanged: (next: LegalCase) => void;
  /** Reads the case again after a conflict. The next attempt then sends the newest version. */
  reread: () => Promise<unknown>;
};

const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409;

const STALE = "This case has changed since you opened it. Check it, then try again.";

const caseFailure = (error: unknown): string =>
  isConflict(error) && error.code === "changed_meanwhile" ? STALE : failureText(error);

/** State of a form that changes a case. After a conflict the case is read again, and the input stays. */
export function useCaseSubmit(
  { onChanged, reread }: Omit<CaseProps, "of">,
  check: Parameters<typeof useSubmit>[0],
  send: () => Promise<LegalCase | null>,
): Submit {
  return useSubmit(
    check,
    async () => {
      const next = await send().catch(async (error: unknown) => {
        if (isConflict(error)) await reread();
        throw error;
      });
      if (next) onChanged(next);
    },
    caseFailure,
  );
}
