import { useEffect } from "react";
import { mutate } from "swr";
import { renewSession } from "@/api/auth";
import { SESSION_KEY } from "@/api/keys";
import type { Session } from "@/api/types";
import { SESSION_KEY as STORED_KEY, touchSession, watchActivity } from "@/lib/session";
import { isExpired, needsRenewal } from "@/lib/sessionRecord";

const CHECK_MS = 15_000;

/** While somebody is active the server is asked to renew in time; once the session should be over it is asked whether it is. */
export function useSessionKeeper(session: Session | null): void {
  useEffect(() => {
    if (!session) return;
    const ask = () => void mutate(SESSION_KEY);
    let renewing = false;
    const onActivity = () => {
      touchSession();
      if (renewing || !needsRenewal(session, Date.now())) return;
      renewing = true;
      renewSession().catch((error: unknown) => {
        console.warn("the session could not be renewed", error);
        renewing = false;
      });
    };
    const check = () => {
      if (isExpired(session, Date.now())) ask();
    };
    // Another tab logged out: its record is gone from the shared storage.
    const onStorage = (event: StorageEvent) => {
      if (event.key === STORED_KEY && event.newValue === null) ask();
    };
    const stop = watchActivity(onActivity);
    const timer = setInterval(check, CHECK_MS);
    window.addEventListener("storage", onStorage);
    return () => {
      stop();
      clearInterval(timer);
      window.removeEventListener("storage", onStorage);
    };
  }, [session]);
}
