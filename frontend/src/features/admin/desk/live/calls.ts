import * as staff from "@/api/generated/staff/sdk.gen";

export const STAFF_KEY = "/api/admin/staff";
/** Who works here. */
export const getStaff = () => staff.listStaff();
