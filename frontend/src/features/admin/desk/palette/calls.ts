import * as staff from "@/api/generated/staff/sdk.gen";

export const getFound = (q: string) => staff.searchEverything({ query: { q } });
