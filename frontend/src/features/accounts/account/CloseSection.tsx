import { useState } from "react";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import css from "./AccountPage.module.css";

const load = () => import("./CloseDialog");

export function CloseSection() {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Close account">
      <p className={css.soft}>
        This erases your personal data. Payment records stay, under a number instead of your name.
      </p>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Close my account
      </Button>
      <LazyDialog load={load} open={open} onOpenChange={setOpen} />
    </Card>
  );
}
