import { useState } from "react";
import { useLocation } from "@/lib/router";
import { useSession } from "@/parts/accounts/useSession";
import { type OpenForm, readOpenForm } from "./openForms";

/**
 * Returns the form that was open on this page when the session ended. Null unless the login has
 * just redirected to this page.
 */
export function useStoredForm(): OpenForm | null {
  const me = useSession().user?.id ?? null;
  const { pathname, state } = useLocation();
  const [stored] = useState(() =>
    me !== null && state?.returned === true ? readOpenForm(me, pathname) : null,
  );
  return stored;
}
