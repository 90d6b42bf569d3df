import useSWR from "swr";
import type { StaffMember } from "@/api/types";
import { getStaff, STAFF_KEY } from "./calls";

/** Returns all staff members, loaded when first needed; undefined until they have loaded. */
export const useStaff = (isNeeded = true): StaffMember[] | undefined =>
  useSWR<StaffMember[]>(isNeeded ? STAFF_KEY : null, getStaff, { revalidateIfStale: false }).data;

export const formatMemberName = ({ fullName, email }: StaffMember): string => fullName ?? email;

/** Returns a function that gives a staff member's name, or "A colleague" if the member isn't known or loaded yet. */
export function useMemberNames(isNeeded = true): (id: number) => string {
  const staff = useStaff(isNeeded);
  return (id) => {
    const member = staff?.find((one) => one.id === id);
    return member ? formatMemberName(member) : "A colleague";
  };
}
