import { type ReactNode, useEffect, useState } from "react";
import { RETURNED, safeReturn } from "@/lib/paths";
import { Navigate, useLocation, useSearchParams } from "@/lib/router";
import { homeOf } from "@/parts/accounts/home";
import { loadSession, parseRecord, SESSION_KEY } from "@/parts/accounts/session";
import { readSession, useKnownSession } from "@/parts/accounts/useSession";

/**
 * Renders screens for visitors only. A user with a valid session is redirected to the profile or the `next` address.
 */
export function ForVisitors({ children }: { children: ReactNode }) {
  const [recorded, setRecorded] = useState(() => loadSession() !== null);
  const { data, mutate } = useKnownSession();
  const [query] = useSearchParams();
  const { hash } = useLocation();
  useEffect(() => {
    let refused = "";
    let asking = false;
    let gone = false;
    const ask = async (login: string) => {
      asking = true;
      const session = await readSession();
      if (!session) refused = login;
      if (!session || gone || isEntering()) return;
      await mutate(session, { revalidate: false });
      setRecorded(true);
    };
    // Another tab logged in and wrote its session record. Active tabs rewrite the record often, so a login whose
    // session the server has denied isn't checked again.
    const onStorage = (event: StorageEvent) => {
      if (event.key !== SESSION_KEY || event.newValue === null || asking || isEntering()) return;
      const theirs = parseRecord(event.newValue);
      if (!theirs || theirs.loginTime === refused) return;
      ask(theirs.loginTime)
        .catch((error: unknown) => console.warn("the session could not be read", error))
        .finally(() => {
          asking = false;
        });
    };
    window.addEventListener("storage", onStorage);
    return () => {
      gone = true;
      window.removeEventListener("storage", onStorage);
    };
  }, [mutate]);
  if (recorded && data) {
    const to = safeReturn(query.get("next"), hash) ?? homeOf(data.user);
    return <Navigate to={to} replace state={RETURNED} />;
  }
  return children;
}

/** Whether a login or sign-up is in progress here; it must not be interrupted. */
const isEntering = () => document.querySelector("form [aria-busy=true]") !== null;
