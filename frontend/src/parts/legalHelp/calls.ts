import * as sdk from "@/api/generated/sdk.gen";

/** The most that one call brings. */
export const HIRES_PAGE = 200;
export const getLawyerHires = (offset = 0) =>
  sdk.listHires({ query: { limit: HIRES_PAGE, offset } });
