import * as staff from "@/api/generated/staff/sdk.gen";

export const SOURCES_KEY = "/api/admin/sources";

export const getSources = () => staff.listSources();
/** Starts a run of the citation source with this name. */
export const postRun = (name: string) => staff.runSource({ path: { name } });
