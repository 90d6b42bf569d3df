import { useState } from "react";
import { ApiError } from "@/api/client";
import { SESSION_KEY } from "@/api/keys";
import { useRead } from "@/api/useRead";
import type { Session } from "@/api/types";
import { recordSession, sendLogOut } from "./auth";
import { getSession } from "./calls";
import { isLogOutPending, loadSession, saveSession } from "./session";

/**
 * Reads the server's session. Returns null without a session or after a pending logout. Until the response, screens use
 * the browser's record.
 */
export async function readSession(): Promise<Session | null> {
  if (isLogOutPending()) {
    await sendLogOut();
    return null;
  }
  try {
    const session = await getSession();
    saveSession(session);
    await recordSession(session);
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Reads the session with its user; both are null if the user isn't logged in. */
export function useSession() {
  const [storedSession] = useState(() => loadSession() as Session | null);
  return withStoredSession(useRead(SESSION_KEY, readSession), storedSession);
}

/** SWR option for components that make no request on mount and use what other components have read. */
const CACHE_ONLY = { revalidateOnMount: false };

/**
 * Reads the session like `useSession`. If the browser has no session record, makes no request on mount, so that
 * visitors' screens don't get a 401. Passes a fetcher anyway, because SWR revalidates with the first mounted hook's
 * fetcher.
 */
export function useKnownSession() {
  const [storedSession] = useState(() => loadSession() as Session | null);
  return withStoredSession(
    useRead(SESSION_KEY, readSession, storedSession ? {} : CACHE_ONLY),
    storedSession,
  );
}

/**
 * Adds the session and its user to a response. Uses `storedSession` while the response is loading.
 */
function withStoredSession<T extends { isLoading: boolean; data?: Session | null | undefined }>(
  response: T,
  storedSession: Session | null,
) {
  const session = response.isLoading ? storedSession : (response.data ?? null);
  return { ...response, session, user: session?.user ?? null };
}
