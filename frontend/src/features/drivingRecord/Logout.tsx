import LogOut from "lucide-react/icons/log-out";
import { useState } from "react";
import { logOut } from "@/parts/accounts/auth";
import { Button } from "@/ui/buttons/Button";
import css from "./ProfilePage.module.css";

export function Logout() {
  const [busy, setBusy] = useState(false);

  /** Logs out. Once the session has ended, the profile redirects to the login. */
  function startLogout() {
    setBusy(true);
    void logOut();
  }
  return (
    <div className={css.foot}>
      <Button
        variant="secondary"
        icon={<LogOut size={18} aria-hidden="true" />}
        loading={busy}
        onClick={startLogout}
      >
        Logout
      </Button>
    </div>
  );
}
