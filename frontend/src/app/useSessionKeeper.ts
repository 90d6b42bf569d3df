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
/** Two records of one renewal may differ by their way through the server. */
const LATER_MS = 1000;

const ask = () => void mutate(SESSION_KEY);

/**
 * While somebody is active the server is asked to renew in time; once the session should be over it is asked whether it
 * is. Tells whether to warn of the end: meanwhile only the person's answer renews.
 */
export function useSessionKeeper(session: Session | null) {
  const [ending, setEnding] = useState(false);
  // A warning that was closed stays closed for that end; a renewed session has another.
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
    // By a clock that is wrong a renewed session ends as soon: who has answered is not asked for ever.
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
      ask();
    };
    // Another tab logged out: the record is gone from the shared storage. Or it renewed, or the person changed: the server tells.
    const onStorage = (event: StorageEvent) => {
      if (event.key !== STORED_KEY && event.key !== null) return;
      const theirs = event.newValue === null ? null : parseRecord(event.newValue);
      const isOther = JSON.stringify(theirs?.user) !== JSON.stringify(session.user);
      if (!theirs || isOther || endOf(theirs) > endOf(session) + LATER_MS) ask();
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
