import * as payments from "@/api/generated/payments/sdk.gen";

/** In a module of its own, off the first screen. */
export const patchLawyerHire = (
  id: number,
  body: { contactMethod: string; contactValue: string },
) => payments.updateHire({ path: { id }, body });
