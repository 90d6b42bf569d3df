import * as sdk from "@/api/generated/sdk.gen";

/** Calls that change the driver's vehicle or request a check of the driving status. */
export const patchUser = (
  id: number,
  body: { vehicleLicensePlate: string; vehicleState: string; plateFrom?: string },
) => sdk.updateUser({ path: { id }, body });
export const patchRequestStatus = (id: number, lastFourSSN: string) =>
  sdk.requestStatus({ path: { id }, body: { lastFourSSN } });
