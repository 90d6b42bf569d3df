import { useState } from "react";
import { ApiError } from "@/api/client";
import { SESSION_KEY } from "@/api/keys";
import { useRead } from "@/api/read";
import type { Session } from "@/api/types";
import { noteSession, tellLogOut } from "./auth";
import { getSession } from "./calls";
import { isLogOutOwed, loadSession, saveSession } from "./session";

/**
 * The server's session; null when it has none, or has not heard of a log-out yet. While it is asked, the browser's own record
 * stands in.
 */
export async function readSession(): Promise<Session | null> {
  if (isLogOutOwed()) {
    await tellLogOut();
    return null;
  }
  try {
    const session = await getSession();
    saveSession(session);
    await noteSession(session);
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export function useSession() {
  const [recorded] = useState(() => loadSession() as Session | null);
  return told(useRead(SESSION_KEY, readSession), recorded);
}

/** Hears what others read, and does not ask as it comes. */
const LISTENS = { revalidateOnMount: false };

/**
 * As above, but without a record of its own the browser does not ask by itself: a visitor's screen makes no call that is refused.
 * It can ask all the same: when the session is to be read again, SWR has the first do it that reads or listens.
 */
export function useKnownSession() {
  const [recorded] = useState(() => loadSession() as Session | null);
  return told(useRead(SESSION_KEY, readSession, recorded ? {} : LISTENS), recorded);
}

function told<T extends { isLoading: boolean; data?: Session | null | undefined }>(
  answer: T,
  recorded: Session | null,
) {
  const session = answer.isLoading ? recorded : (answer.data ?? null);
  return { ...answer, session, user: session?.user ?? null };
}
