import { useState } from "react";
import type { StatusRequest } from "@/api/types";
import { Dialog } from "@/ui/overlays/Dialog";
import { formatPersonName } from "./person";
import { RevealForm } from "./RevealForm";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  request: StatusRequest | null;
};

/**
 * Reveals a driver's SSN digits for a reason that is logged. The page shows the digits for a minute and doesn't store
 * them.
 */
export default function RevealDialog({ open, onOpenChange, request }: Props) {
  const [areDigitsShown, setShown] = useState(false);
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Reveal ${request ? formatPersonName(request) : ""}’s SSN digits`}
      {...(!areDigitsShown && {
        description:
          "We record your name, the time and your reason in the audit trail. The digits stay visible for one minute.",
      })}
    >
      {request && (
        <RevealForm request={request} onShown={setShown} onHidden={close} onCancel={close} />
      )}
    </Dialog>
  );
}
