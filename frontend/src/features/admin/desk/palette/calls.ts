import * as staff from "@/api/generated/staff/sdk.gen";

export const getSearchResults = (q: string) => staff.searchEverything({ query: { q } });
