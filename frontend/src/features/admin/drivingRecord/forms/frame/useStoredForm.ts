import { useState } from "react";
import { useLocation } from "@/lib/router";
import { useSession } from "@/parts/accounts/useSession";
import { type OpenForm, readOpenForm } from "./openForms";

/** Returns the form that was open here when the session ended. Null unless the login has just returned here. */
export function useStoredForm(): OpenForm | null {
  const me = useSession().user?.id ?? null;
  const { pathname, state } = useLocation();
  const [stored] = useState(() =>
    me !== null && state?.returned === true ? readOpenForm(me, pathname) : null,
  );
  return stored;
}
