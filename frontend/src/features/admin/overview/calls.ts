import * as staff from "@/api/generated/staff/sdk.gen";

export const getOverview = (days: number) => staff.showOverview({ query: { days } });
