import { preloadUrls } from "@/api/generated/preload.gen";
import { preloadData } from "@/api/preload";
import { useRead } from "@/api/useRead";
import {
  getAppearances,
  getParking,
  getProfile,
  getTickets,
  getTolls,
  getUser,
  getUsers,
} from "./calls";

/** The id of a user; while it is null, the hooks below read nothing. */
type Id = number | null;
type RecordQuery = { id: Id; viewerId: Id };

/** Reads a user. Reads nothing if `id` is null. */
export const useUser = (id: Id) =>
  useRead(id === null ? null : ["/api/users", id], () => getUser(id ?? 0));

/** Searches users for `q`. Reads nothing if `q` is null. */
export const useUsers = (q: string | null) =>
  useRead(q === null ? null : ["/api/users?q", q], () => getUsers(q ?? ""), {
    keepPreviousData: true,
  });

/** A part of a driver's record: its cache key, and the URL and the call that read it. */
type Part<T> = {
  path: string;
  url: (id: number, viewerId: number) => string;
  read: (id: number, viewerId: number) => Promise<T>;
};

const { showProfile, listTickets, listCourtAppearances, listParking, listTolls } = preloadUrls;
const PROFILE = { path: "/api/driving-profile", url: showProfile, read: getProfile };
const TICKETS = { path: "/api/tickets", url: listTickets, read: getTickets };
const APPEARANCES = {
  path: "/api/court-appearances",
  url: listCourtAppearances,
  read: getAppearances,
};
const PARKING = { path: "/api/parking", url: listParking, read: getParking };
const TOLLS = { path: "/api/tolls", url: listTolls, read: getTolls };

/** Reads a part of a driver's record. Reads nothing while an id is null. */
function useRecordPart<T>({ path, read }: Part<T>, { id, viewerId }: RecordQuery) {
  return useRead(id === null || viewerId === null ? null : [path, id, viewerId], () =>
    read(id ?? 0, viewerId ?? 0),
  );
}

export const useProfile = (query: RecordQuery) => useRecordPart(PROFILE, query);
export const useTickets = (query: RecordQuery) => useRecordPart(TICKETS, query);
export const useAppearances = (query: RecordQuery) => useRecordPart(APPEARANCES, query);
export const useParking = (query: RecordQuery) => useRecordPart(PARKING, query);
export const useTolls = (query: RecordQuery) => useRecordPart(TOLLS, query);

/** Preloads the parts of the user's own record that the preload script has requested. */
export async function preloadOwnRecord(id: number): Promise<void> {
  const parts: Part<unknown>[] = [PROFILE, TICKETS, APPEARANCES, PARKING, TOLLS];
  const preloads = parts.map(({ path, url, read }) =>
    preloadData(url(id, id), [path, id, id], () => read(id, id)),
  );
  await Promise.all(preloads);
}
