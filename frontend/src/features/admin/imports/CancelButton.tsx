import type { Import } from "@/api/types";
import { useAction } from "@/parts/forms/useAction";
import { Button } from "@/ui/buttons/Button";
import { toast } from "@/ui/overlays/toast";
import { deleteImport } from "./calls";

type Props = { current: Import; onChanged: (changed: Import) => void };

export function CancelButton({ current, onChanged }: Props) {
  const { busy, run } = useAction(async () => {
    onChanged(await deleteImport(current.id));
    toast({
      title: "Import Canceled",
      description: "We deleted the file and imported nothing.",
    });
  });
  return (
    <Button variant="secondary" loading={busy} onClick={run}>
      Cancel import
    </Button>
  );
}
