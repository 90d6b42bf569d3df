import * as staff from "@/api/generated/staff/sdk.gen";

export const SOURCES_KEY = "/api/admin/sources";

export const getSources = () => staff.listSources();
export const postRun = (name: string) => staff.runSource({ path: { name } });
