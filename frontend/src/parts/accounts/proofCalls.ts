import * as staff from "@/api/generated/staff/sdk.gen";

/** How a person who is already logged in proves once more who they are. */
export type Proof = { password: string; code?: string };

export const SECOND_FACTOR_KEY = "/api/account/second-factor";
/** Proves it for ten minutes: by the code where a second factor is on, else by the password. */
export const postSessionConfirm = (body: Partial<Proof>) => staff.confirmSession({ body });
export const getSecondFactor = () => staff.showSecondFactor();
