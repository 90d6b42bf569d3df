import { useState } from "react";
import useSWR, { type SWRConfiguration } from "swr";
import { loadSession, saveSession } from "@/lib/session";
import {
  getConfig,
  getParking,
  getProfile,
  getSession,
  getTickets,
  getTolls,
  getUser,
  getUsers,
} from "./calls";
import { ApiError } from "./client";
import { CONFIG_KEY, SESSION_KEY } from "./keys";
import type { Session } from "./types";

/** Read once, never stale by itself: no refetch on focus or reconnect, no polling, no retries (driver-app.md, section 7). */
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

export function useSession() {
  const [recorded] = useState(() => loadSession() as Session | null);
  const answer = useSWR(SESSION_KEY, readSession);
  const session = answer.data === undefined && !answer.error ? recorded : (answer.data ?? null);
  return { ...answer, session, user: session?.user ?? null };
}

export const useConfig = () => useSWR(CONFIG_KEY, getConfig);

/** Each of these waits while its id is null. */
export const useUser = (id: number | null) =>
  useSWR(id === null ? null : (["/api/users", id] as const), ([, of]) => getUser(of));

export const useUsers = (q: string | null) =>
  useSWR(q === null ? null : (["/api/users?q", q] as const), ([, text]) => getUsers(text), {
    keepPreviousData: true,
  });

type Of = { id: number | null; by: number | null };
const key = (path: string, { id, by }: Of) =>
  id === null || by === null ? null : ([path, id, by] as const);

export const useProfile = (of: Of) =>
  useSWR(key("/api/driving-profile", of), ([, id, by]) => getProfile(id, by));
export const useTickets = (of: Of) =>
  useSWR(key("/api/tickets", of), ([, id, by]) => getTickets(id, by));
export const useParking = (of: Of) =>
  useSWR(key("/api/parking", of), ([, id, by]) => getParking(id, by));
export const useTolls = (of: Of) => useSWR(key("/api/tolls", of), ([, id, by]) => getTolls(id, by));
