import * as payments from "@/api/generated/payments/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";
import type { HireStatus } from "@/api/types";

export const patchSeen = (id: number) => staff.markHireSeen({ path: { id } });
/** `from` is the status that was shown; the call fails if it has changed. */
export const patchHireStatus = (id: number, status: HireStatus, from: HireStatus) =>
  payments.updateHire({ path: { id }, body: { status, from } });
export const postCancelAndRefund = (id: number) => payments.cancelHire({ path: { id } });
