import * as payments from "@/api/generated/payments/sdk.gen";

// This call is in its own module to keep it out of the first screen's code.

/** Stores how the lawyer can reach the driver of a hire. */
export const patchLawyerHire = (
  id: number,
  body: { contactMethod: string; contactValue: string },
) => payments.updateHire({ path: { id }, body });
