import { ApiError } from "@/api/client";
import type { LegalCase } from "@/api/types";
import { describeRefusal } from "@/parts/forms/describeRefusal";
import { type Submit, useSubmit } from "@/parts/forms/useSubmit";

/** A case that is shown, and callbacks for when it has changed. */
export type CaseProps = {
  legalCase: LegalCase;
  /** Called with the updated case from the server. */
  onChanged: (next: LegalCase) => void;
  /** Reads the case again after a conflict. The next attempt then sends the newest version. */
  refetch: () => Promise<unknown>;
};

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

const REFUSALS = {
  changed_meanwhile: "This case has changed since you opened it. Check it, then try again.",
};

/**
 * State of a form that changes a case. After a conflict, reads the case again and keeps the input.
 * `send` resolves to null if nothing was changed, because the form asks for more input.
 */
export function useCaseSubmit(
  { onChanged, refetch }: Omit<CaseProps, "legalCase">,
  check: Parameters<typeof useSubmit>[0],
  send: () => Promise<LegalCase | null>,
): Submit {
  return useSubmit(
    check,
    async () => {
      const next = await send().catch(async (error: unknown) => {
        if (isConflict(error)) await refetch();
        throw error;
      });
      if (next) onChanged(next);
    },
    (error) => describeRefusal(error, REFUSALS),
  );
}
