import * as sdk from "@/api/generated/sdk.gen";

/** Page size of the hires list, the maximum of the server. */
export const HIRES_PAGE = 200;
export const getLawyerHires = (offset = 0) =>
  sdk.listHires({ query: { limit: HIRES_PAGE, offset } });
