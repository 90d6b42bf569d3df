import * as payments from "@/api/generated/payments/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";
import type { HireStatus } from "@/api/types";

export const patchHireSeen = (id: number) => staff.markHireSeen({ path: { id } });

type StatusChange = {
  status: HireStatus;
  /** The status that was shown; the call fails if it has changed. */
  from: HireStatus;
  /**
   * Whether the case ends too. If this field is missing, the server decides: a case that Lanewise matches
   * to lawyers stays open, and any other case follows the status.
   */
  endsCase?: boolean;
};
export const patchHireStatus = (id: number, body: StatusChange) =>
  payments.updateHire({ path: { id }, body });
export const postCancelAndRefund = (id: number) => payments.cancelHire({ path: { id } });
