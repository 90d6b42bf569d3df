import * as staff from "@/api/generated/staff/sdk.gen";

/** Credentials for step-up authentication. */
export type Credentials = { password: string; code?: string };

export const SECOND_FACTOR_KEY = "/api/account/second-factor";
/** Step-up authentication: by code if a second factor is on, otherwise by password. */
export const postSessionConfirm = (body: Partial<Credentials>) => staff.confirmSession({ body });
export const getSecondFactor = () => staff.showSecondFactor();
