import * as staff from "@/api/generated/staff/sdk.gen";

export const STAFF_KEY = "/api/admin/staff";
/** Members of the staff. */
export const getStaff = () => staff.listStaff();
