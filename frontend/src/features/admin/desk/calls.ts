import * as staff from "@/api/generated/staff/sdk.gen";

export const UNSOLVED_COUNTS = "/api/admin/unsolved-counts";
export const getUnsolvedCounts = () => staff.unsolvedCounts();
