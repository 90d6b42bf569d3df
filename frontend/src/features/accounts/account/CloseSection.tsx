import { useState } from "react";
import { displayPhone, telHref } from "@/lib/phone";
import { isLawyer } from "@/parts/accounts/home";
import { useSession } from "@/parts/accounts/useSession";
import { useConfig } from "@/parts/config/useConfig";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import css from "./AccountPage.module.css";

const load = () => import("./CloseDialog");

/** The button that closes the account. Lawyers see how to reach support instead, because the server refuses them. */
export function CloseSection() {
  const [open, setOpen] = useState(false);
  if (isLawyer(useSession().user)) return <LawyersNote />;
  return (
    <Card title="Close account">
      <p className={css.soft}>
        This erases your personal data. We keep payment records, but replace your name with a
        number.
      </p>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Close my account
      </Button>
      <LazyDialog load={load} open={open} onOpenChange={setOpen} />
    </Card>
  );
}

function LawyersNote() {
  const phone = useConfig().data?.supportPhone;
  return (
    <Card title="Close account">
      <p className={css.soft}>
        Your cases need your account, so you can’t close it. To stop getting cases and turn off your
        login, call support
        {phone && (
          <>
            {" "}
            at <a href={telHref(phone)}>{displayPhone(phone)}</a>
          </>
        )}
        .
      </p>
    </Card>
  );
}
