import * as staff from "@/api/generated/staff/sdk.gen";
import type { Credentials } from "@/parts/accounts/credentialCalls";

/** Starts setting up the user's own second factor. Returns the secret for the authenticator app. */
export const postSecondFactor = (password: string) =>
  staff.startSecondFactorSetup({ body: { password } });
export const confirmSecondFactor = (code: string) => staff.confirmSecondFactor({ body: { code } });
export const postSecondFactorOff = (body: Credentials) => staff.switchSecondFactorOff({ body });
export const postRecoveryCodes = (body: Credentials) => staff.renewRecoveryCodes({ body });
