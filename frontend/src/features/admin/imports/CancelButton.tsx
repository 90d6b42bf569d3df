import { useState } from "react";
import type { Import } from "@/api/types";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { toast } from "@/ui/overlays/toast";
import { deleteImport } from "./calls";

type Props = { current: Import; onChanged: (changed: Import) => void };

export function CancelButton({ current, onChanged }: Props) {
  const [busy, setBusy] = useState(false);
  async function cancel() {
    setBusy(true);
    try {
      onChanged(await deleteImport(current.id));
      toast({
        title: "Import Canceled",
        description: "We deleted the file and imported nothing.",
      });
    } catch (error) {
      setBusy(false);
      toast({ title: "Error", description: failureText(error), variant: "destructive" });
    }
  }
  return (
    <Button variant="secondary" loading={busy} onClick={() => void cancel()}>
      Cancel import
    </Button>
  );
}
