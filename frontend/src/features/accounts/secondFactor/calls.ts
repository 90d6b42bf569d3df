import * as staff from "@/api/generated/staff/sdk.gen";
import type { Proof } from "@/parts/accounts/proofCalls";

/** Calls for managing a staff member's own second factor. */
export const postSecondFactor = (password: string) =>
  staff.startSecondFactorSetup({ body: { password } });
export const confirmSecondFactor = (code: string) => staff.confirmSecondFactor({ body: { code } });
export const postSecondFactorOff = (body: Proof) => staff.switchSecondFactorOff({ body });
export const postRecoveryCodes = (body: Proof) => staff.renewRecoveryCodes({ body });
