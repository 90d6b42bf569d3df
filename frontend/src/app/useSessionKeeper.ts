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
import { endOf, isAtLimit, isExpired, needsRenewal } from "@/parts/accounts/sessionRecord";

const CHECK_MS = 1000;
const ASK_MS = 15_000;
const WARNING_MS = 60_000;
/** Tolerance when comparing end times, in milliseconds. Two records of the same renewal differ by the network delay. */
const LATER_MS = 1000;

const checkSession = () => void mutate(SESSION_KEY);

/**
 * Renews the session while the user is active. When the session's end time has passed, asks the server whether the
 * session has ended. Returns whether to warn the user that the session is about to end. While the warning is shown,
 * activity doesn't renew the session; only the user's answer does.
 */
export function useSessionKeeper(session: Session | null) {
  const [ending, setEnding] = useState(false);
  // End time for which the user has closed the warning. It stays closed until the session is renewed and has a new end
  // time.
  const [closedFor, setClosedFor] = useState("");
  const end = session?.expiresAt ?? "";
  const warning = ending && closedFor !== end;
  const closeWarning = useCallback(() => setClosedFor(end), [end]);
  const warned = useRef(warning);
  warned.current = warning;
  const known = useRef("");
  useEffect(() => {
    setEnding(false);
    if (!session) return;
    const seemsOver = () => endOf(session) - Date.now() <= WARNING_MS;
    const isAnswered = warned.current && known.current !== session.expiresAt;
    known.current = session.expiresAt;
    // If this computer's clock is wrong, a renewed session also seems to end soon. Don't warn again after the user has
    // answered.
    if (isAnswered && seemsOver() && !isAtLimit(session)) setClosedFor(session.expiresAt);
    let renewing = false;
    let asked = 0;
    const onActivity = () => {
      if (warned.current) return;
      touchSession();
      if (renewing || !needsRenewal(session, Date.now())) return;
      renewing = true;
      renewSession().catch((error: unknown) => {
        console.warn("the session could not be renewed", error);
        renewing = false;
      });
    };
    const check = () => {
      setEnding(seemsOver());
      if (!isExpired(session, Date.now()) || Date.now() - asked < ASK_MS) return;
      asked = Date.now();
      checkSession();
    };
    // Another tab logged out (the record is gone), renewed the session, or logged in as another user. Ask the server
    // which it was.
    const onStorage = (event: StorageEvent) => {
      if (event.key !== STORED_KEY && event.key !== null) return;
      const theirs = event.newValue === null ? null : parseRecord(event.newValue);
      const isOther = JSON.stringify(theirs?.user) !== JSON.stringify(session.user);
      if (!theirs || isOther || endOf(theirs) > endOf(session) + LATER_MS) checkSession();
    };
    const stop = watchActivity(onActivity);
    const timer = setInterval(check, CHECK_MS);
    check();
    window.addEventListener("storage", onStorage);
    return () => {
      stop();
      clearInterval(timer);
      window.removeEventListener("storage", onStorage);
    };
  }, [session]);
  return { warning, closeWarning };
}
