import { useState } from "react";
import type { StatusRequest } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { formatPersonName } from "./person";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  requests: readonly StatusRequest[];
  onConfirm: (requests: readonly StatusRequest[]) => void;
};

/** Asks for confirmation, because solving erases the SSN digits permanently. */
export default function EraseDialog({ open, onOpenChange, requests: current, onConfirm }: Props) {
  // The requests that staff saw when the dialog opened. The digits of a newer request must not be erased.
  const [requests] = useState(current);
  const [only] = requests;
  const owners =
    requests.length === 1 && only ? `${formatPersonName(only)}’s` : `${requests.length} drivers’`;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={requests.length === 1 ? "Mark this request solved?" : "Mark these requests solved?"}
      description={`This permanently erases ${owners} SSN digits. If you need them again, the driver has to submit a new request.`}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Keep open
          </Button>
          <Button
            onClick={() => {
              onOpenChange(false);
              onConfirm(requests);
            }}
          >
            Mark solved and erase
          </Button>
        </>
      }
    />
  );
}
