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
        Erases what identifies you. Payments stay in our books, under a number.
      </p>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Close my account
      </Button>
      <LateDialog load={load} open={open} onOpenChange={setOpen} />
    </Card>
  );
}
