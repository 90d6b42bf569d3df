import * as sdk from "@/api/generated/sdk.gen";

/** What a driver changes of the own record. */
export const patchUser = (
  id: number,
  body: { vehicleLicensePlate: string; vehicleState: string },
) => sdk.updateUser({ path: { id }, body });
export const patchRequestStatus = (id: number, lastFourSSN: string) =>
  sdk.requestStatus({ path: { id }, body: { lastFourSSN } });
