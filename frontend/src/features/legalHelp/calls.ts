import * as payments from "@/api/generated/payments/sdk.gen";

/** Calls for the driver's hires. */
export const postCancelHire = (id: number) => payments.cancelHire({ path: { id } });
