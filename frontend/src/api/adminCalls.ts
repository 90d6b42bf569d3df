import * as staff from "./generated/staff/sdk.gen";

/** The back office's calls; its lists are read with `listed`. */
export const getOverview = (days: number) => staff.showOverview({ query: { days } });
export const getUnsolvedCounts = () => staff.unsolvedCounts();
