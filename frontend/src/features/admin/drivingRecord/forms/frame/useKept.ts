import { useState } from "react";
import { useLocation } from "@/lib/router";
import { useSession } from "@/parts/accounts/useSession";
import { type OpenForm, openOf } from "./openForms";

/** The form that was typed into here when the session ended; none unless the log-in led straight back. */
export function useKept(): OpenForm | null {
  const me = useSession().user?.id ?? null;
  const { pathname, state } = useLocation();
  const [kept] = useState(() =>
    me !== null && state?.returned === true ? openOf(me, pathname) : null,
  );
  return kept;
}
