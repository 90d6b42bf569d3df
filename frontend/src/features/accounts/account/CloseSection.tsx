import { useState } from "react";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { LateDialog } from "@/ui/overlays/LateDialog";
import css from "./AccountPage.module.css";

const load = () => import("./CloseDialog");

export function CloseSection() {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Close account">
      <p className={css.soft}>
        Erases your personal data. Payment records stay, under a number instead of your name.
      </p>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Close my account
      </Button>
      <LateDialog load={load} open={open} onOpenChange={setOpen} />
    </Card>
  );
}
