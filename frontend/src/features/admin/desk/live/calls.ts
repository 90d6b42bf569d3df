import * as staff from "@/api/generated/staff/sdk.gen";

export const STAFF_KEY = "/api/admin/staff";
/** Returns all staff members, whose names the live desk shows. */
export const getStaff = () => staff.listStaff();
