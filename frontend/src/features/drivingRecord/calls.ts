import * as sdk from "@/api/generated/sdk.gen";

export const patchUser = (
  id: number,
  body: { vehicleLicensePlate: string; vehicleState: string; plateFrom?: string },
) => sdk.updateUser({ path: { id }, body });
/** Requests a check of the license status, with the last SSN digits. */
export const patchRequestStatus = (id: number, lastFourSSN: string) =>
  sdk.requestStatus({ path: { id }, body: { lastFourSSN } });
