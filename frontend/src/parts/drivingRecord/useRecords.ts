import { isRequestedEarly, preloadData } from "@/api/preload";
import { useRead } from "@/api/read";
import {
  getAppearances,
  getParking,
  getProfile,
  getTickets,
  getTolls,
  getUser,
  getUsers,
} from "./calls";

/** A user id. The hooks below wait while it is null. */
type Id = number | null;
type Of = { id: Id; by: Id };

export const useUser = (id: Id) =>
  useRead(id === null ? null : ["/api/users", id], () => getUser(id ?? 0));

export const useUsers = (q: string | null) =>
  useRead(q === null ? null : ["/api/users?q", q], () => getUsers(q ?? ""), {
    keepPreviousData: true,
  });

/** A part of a driver's record: its path and the call that reads it. */
type Part<T> = { path: string; read: (id: number, by: number) => Promise<T> };

const PROFILE = { path: "/api/driving-profile", read: getProfile };
const TICKETS = { path: "/api/tickets", read: getTickets };
const APPEARANCES = { path: "/api/court-appearances", read: getAppearances };
const PARKING = { path: "/api/parking", read: getParking };
const TOLLS = { path: "/api/tolls", read: getTolls };

function useOfUser<T>({ path, read }: Part<T>, { id, by }: Of) {
  return useRead(id === null || by === null ? null : [path, id, by], () => read(id ?? 0, by ?? 0));
}

export const useProfile = (of: Of) => useOfUser(PROFILE, of);
export const useTickets = (of: Of) => useOfUser(TICKETS, of);
export const useAppearances = (of: Of) => useOfUser(APPEARANCES, of);
export const useParking = (of: Of) => useOfUser(PARKING, of);
export const useTolls = (of: Of) => useOfUser(TOLLS, of);

/** Preloads the parts of the user's own record that the preload script has requested. */
export async function preloadOwn(id: number): Promise<void> {
  const parts: Part<unknown>[] = [PROFILE, TICKETS, APPEARANCES, PARKING, TOLLS];
  const asked = parts.filter(({ path }) => isRequestedEarly(`${path}/${id}?requestedBy=${id}`));
  await Promise.all(asked.map(({ path, read }) => preloadData([path, id, id], () => read(id, id))));
}
