import { useState } from "react";
import useSWR, { type SWRConfiguration } from "swr";
import { loadSession, saveSession } from "@/lib/session";
import {
  getConfig,
  getLawyerHires,
  getParking,
  getProfile,
  getSession,
  getTickets,
  getTolls,
  getUser,
  getUsers,
} from "./calls";
import { ApiError } from "./client";
import { CONFIG_KEY, HIRES_KEY, SESSION_KEY } from "./keys";
import type { Session } from "./types";

/** Read once, never stale by itself: no refetch on focus or reconnect, no polling, no retries (docs/PRODUCT.md#reading-data). */
export const SWR_CONFIG: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  refreshInterval: 0,
};

/** The server's session; null when it has none. While it is asked, the browser's own record stands in. */
async function readSession(): Promise<Session | null> {
  try {
    const session = await getSession();
    saveSession(session);
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * A key and a call. Loading means that neither an answer nor a failure is there yet: SWR's own flag says otherwise for
 * the first moment after the cache was emptied at a log-in.
 */
function useRead<T>(key: readonly unknown[] | string | null, read: () => Promise<T>, more = {}) {
  const answer = useSWR<T, Error>(key, read, more);
  const isLoading = key !== null && answer.data === undefined && !answer.error;
  return { ...answer, isLoading };
}

export function useSession() {
  const [recorded] = useState(() => loadSession() as Session | null);
  const answer = useRead(SESSION_KEY, readSession);
  const session = answer.isLoading ? recorded : (answer.data ?? null);
  return { ...answer, session, user: session?.user ?? null };
}

export const useConfig = () => useRead(CONFIG_KEY, getConfig);

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
/** The caller's own hires; waits until it is wanted. */
export const useLawyerHires = (wanted: boolean, more: SWRConfiguration = {}) =>
  useRead(wanted ? HIRES_KEY : null, () => getLawyerHires(), more);
export const useTolls = (of: Of) => useOfUser("/api/tolls", of, getTolls);
