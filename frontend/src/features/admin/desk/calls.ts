import * as staff from "@/api/generated/staff/sdk.gen";

export const UNSOLVED_COUNTS = "/api/admin/unsolved-counts";
export const getUnsolvedCounts = () => staff.unsolvedCounts();

/** Marks a driver's record as up to date: from then on the driver sees it. */
export const postBulkUpdate = (userId: number) => staff.bulkUpdate({ path: { userId } });
