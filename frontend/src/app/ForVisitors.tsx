import { type ReactNode, useEffect, useState } from "react";
import { RETURNED, readSafeReturn } from "@/lib/paths";
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
    // Another tab wrote its session record, so a user may have logged in there. Active tabs rewrite the record often.
    // Once the server has said that a login's session doesn't exist, later writes of that login are ignored.
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
    const to = readSafeReturn(query.get("next"), hash) ?? homeOf(data.user);
    return <Navigate to={to} replace state={RETURNED} />;
  }
  return children;
}

/** Whether the user is submitting a login or sign-up in this tab, which a redirect must not interrupt. */
const isEntering = () => document.querySelector("form [aria-busy=true]") !== null;
