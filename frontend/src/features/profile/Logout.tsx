import { LogOut } from "lucide-react";
import { useState } from "react";
import { logOut } from "@/api/auth";
import { paths } from "@/lib/paths";
import { useNavigate } from "@/lib/router";
import { Button } from "@/ui/Button";
import css from "./ProfilePage.module.css";

export function Logout() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    await logOut();
    navigate(paths.login(), { replace: true });
  }
  return (
    <div className={css.foot}>
      <Button
        variant="secondary"
        icon={<LogOut size={18} aria-hidden="true" />}
        loading={busy}
        onClick={() => void leave()}
      >
        Logout
      </Button>
    </div>
  );
}
