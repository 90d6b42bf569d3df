import * as staff from "@/api/generated/staff/sdk.gen";

export const WAITING = "/api/admin/waiting";
export const getWaiting = () => staff.listWaiting();
