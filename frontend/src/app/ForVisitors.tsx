import { type ReactNode, useEffect, useState } from "react";
import { AFTER_LOGIN_STATE, readSafeReturn } from "@/lib/paths";
import { Navigate, useLocation, useSearchParams } from "@/lib/router";
import { homeOf } from "@/parts/accounts/home";
import { loadSession, parseRecord, SESSION_KEY } from "@/parts/accounts/session";
import { readSession, useKnownSession } from "@/parts/accounts/useSession";

/**
 * Renders screens for visitors only. A user with a valid session is redirected to the `next` address or, without one,
 * to the user's first screen (`homeOf`).
 */
export function ForVisitors({ children }: { children: ReactNode }) {
  const [hasRecord, setHasRecord] = useState(() => loadSession() !== null);
  const { data, mutate } = useKnownSession();
  const [query] = useSearchParams();
  const { hash } = useLocation();
  useEffect(() => {
    let rejectedLogin = "";
    let isReading = false;
    let isUnmounted = false;
    const readServerSession = async (login: string) => {
      isReading = true;
      const session = await readSession();
      if (!session) rejectedLogin = login;
      if (!session || isUnmounted || isLoggingIn()) return;
      await mutate(session, { revalidate: false });
      setHasRecord(true);
    };
    // Another tab wrote its session record, so a user may have logged in there. Active tabs rewrite
    // the record often. If the server has rejected a login's session, later records of the same
    // login are ignored.
    const onStorage = (event: StorageEvent) => {
      if (event.key !== SESSION_KEY || event.newValue === null || isReading || isLoggingIn())
        return;
      const record = parseRecord(event.newValue);
      if (!record || record.loginTime === rejectedLogin) return;
      readServerSession(record.loginTime)
        .catch((error: unknown) => console.warn("the session could not be read", error))
        .finally(() => {
          isReading = false;
        });
    };
    window.addEventListener("storage", onStorage);
    return () => {
      isUnmounted = true;
      window.removeEventListener("storage", onStorage);
    };
  }, [mutate]);
  if (hasRecord && data) {
    const to = readSafeReturn(query.get("next"), hash) ?? homeOf(data.user);
    return <Navigate to={to} replace state={AFTER_LOGIN_STATE} />;
  }
  return children;
}

/** Whether the user is submitting a login or sign-up in this tab, which a redirect must not interrupt. */
const isLoggingIn = () => document.querySelector("form [aria-busy=true]") !== null;
