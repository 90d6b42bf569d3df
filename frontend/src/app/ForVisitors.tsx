import { type ReactNode, useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { paths, RETURNED, safeReturn } from "@/lib/paths";
import { loadSession } from "@/parts/accounts/session";
import { useKnownSession } from "@/parts/accounts/useSession";

/** Logging in and signing up are for visitors: a user with a session is led on, once the server says so. */
export function ForVisitors({ children }: { children: ReactNode }) {
  const [recorded] = useState(() => loadSession() !== null);
  const { data } = useKnownSession();
  const [query] = useSearchParams();
  if (recorded && data) {
    const to = safeReturn(query.get("next")) ?? paths.profile();
    return <Navigate to={to} replace state={RETURNED} />;
  }
  return children;
}
