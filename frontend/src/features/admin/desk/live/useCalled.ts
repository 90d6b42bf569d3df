import useSWR from "swr";
import type { StaffMember } from "@/api/types";
import { getStaff, STAFF_KEY } from "./calls";

/** Who works here; read once somebody has to be named. */
export const useStaff = (isNeeded = true): StaffMember[] | undefined =>
  useSWR<StaffMember[]>(isNeeded ? STAFF_KEY : null, getStaff, { revalidateIfStale: false }).data;

export const calledMember = ({ fullName, email }: StaffMember): string => fullName ?? email;

/** What members of the staff are called. */
export function useCalled(isNeeded = true): (id: number) => string {
  const staff = useStaff(isNeeded);
  return (id) => {
    const member = staff?.find((one) => one.id === id);
    return member ? calledMember(member) : "A colleague";
  };
}
