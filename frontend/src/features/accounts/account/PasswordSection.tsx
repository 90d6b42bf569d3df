import { useState } from "react";
import type { User } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import css from "./AccountPage.module.css";

const load = () => import("./PasswordDialog");

export function PasswordSection({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Password">
      <p className={css.soft}>
        When you change your password, we log you out on every other device.
      </p>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Change password
      </Button>
      <LazyDialog load={load} open={open} onOpenChange={setOpen} email={user.email} />
    </Card>
  );
}
