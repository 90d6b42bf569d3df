import { useRead } from "@/api/read";
import { getParking, getProfile, getTickets, getTolls, getUser, getUsers } from "./calls";

/** Each of these waits while an id is null. */
type Id = number | null;
type Of = { id: Id; by: Id };

export const useUser = (id: Id) =>
  useRead(id === null ? null : ["/api/users", id], () => getUser(id ?? 0));

export const useUsers = (q: string | null) =>
  useRead(q === null ? null : ["/api/users?q", q], () => getUsers(q ?? ""), {
    keepPreviousData: true,
  });

function useOfUser<T>(path: string, { id, by }: Of, read: (id: number, by: number) => Promise<T>) {
  return useRead(id === null || by === null ? null : [path, id, by], () => read(id ?? 0, by ?? 0));
}

export const useProfile = (of: Of) => useOfUser("/api/driving-profile", of, getProfile);
export const useTickets = (of: Of) => useOfUser("/api/tickets", of, getTickets);
export const useParking = (of: Of) => useOfUser("/api/parking", of, getParking);
export const useTolls = (of: Of) => useOfUser("/api/tolls", of, getTolls);
