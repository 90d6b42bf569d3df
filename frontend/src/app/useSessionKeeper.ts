import { useCallback, useEffect, useRef, useState } from "react";
import { mutate } from "swr";
import { SESSION_KEY } from "@/api/keys";
import type { Session } from "@/api/types";
import { renewSession } from "@/parts/accounts/auth";
import {
  parseRecord,
  SESSION_KEY as STORED_KEY,
  touchSession,
  watchActivity,
} from "@/parts/accounts/session";
import {
  sessionEnd,
  endsAtMaxSession,
  isExpired,
  needsRenewal,
} from "@/parts/accounts/sessionRecord";

const CHECK_MS = 1000;
const SERVER_CHECK_MS = 15_000;
const WARNING_MS = 60_000;
/**
 * Tolerance when comparing end times, in milliseconds. After one renewal, the end times that two tabs know can differ
 * by the network delay.
 */
const TOLERANCE_MS = 1000;

/** Delay before activity is saved in the session record, in milliseconds, so that the page reacts first. */
const SAVE_DELAY_MS = 100;

const checkSession = () => void mutate(SESSION_KEY);

/**
 * Renews the session while the user is active. When the session's end time has passed, asks the server whether the
 * session has ended. Returns whether to warn the user that the session is about to end. While the warning is shown,
 * activity doesn't renew the session; only the user's answer does.
 */
export function useSessionKeeper(session: Session | null) {
  const [ending, setEnding] = useState(false);
  // End time of the session whose warning the user has closed. The warning stays closed until a
  // renewal changes the end time.
  const [closedFor, setClosedFor] = useState("");
  const end = session?.expiresAt ?? "";
  const warning = ending && closedFor !== end;
  const closeWarning = useCallback(() => setClosedFor(end), [end]);
  const wasWarned = useRef(warning);
  wasWarned.current = warning;
  const knownEnd = useRef("");
  useEffect(() => {
    setEnding(false);
    if (!session) return;
    const seemsNearEnd = () => sessionEnd(session) - Date.now() <= WARNING_MS;
    const isAnswered = wasWarned.current && knownEnd.current !== session.expiresAt;
    knownEnd.current = session.expiresAt;
    // If this computer's clock is wrong, even a renewed session seems to end soon. Don't warn again after the user has
    // answered a warning.
    if (isAnswered && seemsNearEnd() && !endsAtMaxSession(session)) setClosedFor(session.expiresAt);
    let renewing = false;
    let lastServerCheck = 0;
    const onActivity = () => {
      if (wasWarned.current) return;
      setTimeout(() => touchSession(), SAVE_DELAY_MS);
      if (renewing || !needsRenewal(session, Date.now())) return;
      renewing = true;
      renewSession().catch((error: unknown) => {
        console.warn("the session could not be renewed", error);
        renewing = false;
      });
    };
    /** Updates whether the session is about to end. Once its end time has passed, asks the server. */
    const checkEndTime = () => {
      setEnding(seemsNearEnd());
      if (!isExpired(session, Date.now()) || Date.now() - lastServerCheck < SERVER_CHECK_MS) return;
      lastServerCheck = Date.now();
      checkSession();
    };
    // Another tab logged out (the record is gone), renewed the session, or logged in as another user. Reading the
    // session shows what happened.
    const onStorage = (event: StorageEvent) => {
      if (event.key !== STORED_KEY && event.key !== null) return;
      const record = event.newValue === null ? null : parseRecord(event.newValue);
      const isOtherUser = JSON.stringify(record?.user) !== JSON.stringify(session.user);
      if (!record || isOtherUser || sessionEnd(record) > sessionEnd(session) + TOLERANCE_MS)
        checkSession();
    };
    const stopWatching = watchActivity(onActivity);
    const timer = setInterval(checkEndTime, CHECK_MS);
    checkEndTime();
    window.addEventListener("storage", onStorage);
    return () => {
      stopWatching();
      clearInterval(timer);
      window.removeEventListener("storage", onStorage);
    };
  }, [session]);
  return { warning, closeWarning };
}
