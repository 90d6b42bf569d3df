import * as staff from "@/api/generated/staff/sdk.gen";
import type { Credentials } from "@/parts/accounts/credentialCalls";

export const UNSOLVED_COUNTS = "/api/admin/unsolved-counts";
export const getUnsolvedCounts = () => staff.unsolvedCounts();

/** Marks a driver's record as up to date: from then on the driver sees it. */
export const postBulkUpdate = (userId: number) => staff.bulkUpdate({ path: { userId } });

/** Turns off the second factor of a staff member or lawyer, for example because they lost their device. */
export const postSecondFactorReset = (userId: number, body: Credentials) =>
  staff.resetSecondFactor({ path: { id: userId }, body });
