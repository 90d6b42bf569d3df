import * as staff from "@/api/generated/staff/sdk.gen";

export const AUTHORITIES_KEY = "/api/admin/authorities";
/** Returns the register of authorities. A ticket's court and an item's issuer are chosen from it. */
export const getAuthorities = () => staff.listAuthorities();
