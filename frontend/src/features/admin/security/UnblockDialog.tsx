import { useState } from "react";
import { ApiError } from "@/api/client";
import type { BlockedIp } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import { postUnblock } from "./calls";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  block: BlockedIp;
  /** Called after the address was unblocked, so that the panel reads its data again. */
  onDone: () => void;
};

const FAILED = "Failed to unblock IP.";

/**
 * Asks for confirmation before an address is unblocked, because requests from the address are then
 * accepted again immediately.
 */
export default function UnblockDialog({ open, onOpenChange, block, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function unblock() {
    setBusy(true);
    setFailure(null);
    try {
      await postUnblock(block.ip);
      toast({ title: "IP Unblocked", description: `${block.ip} can reach Lanewise again.` });
      onOpenChange(false);
      onDone();
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 404;
      setFailure(
        isOver ? "This IP is already unblocked." : "Nothing was changed. Please try again.",
      );
      toast({ title: "Error", description: FAILED, variant: "destructive" });
      setBusy(false);
      if (isOver) onDone();
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Unblock ${block.ip}?`}
      description="People at this address can use Lanewise again right away. Its failed logins will be cleared, too."
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Keep blocked
          </Button>
          <Button loading={busy} onClick={() => void unblock()}>
            Unblock
          </Button>
        </>
      }
    >
      {failure && <Alert title={FAILED}>{failure}</Alert>}
      <p>Blocked because: {block.reason}</p>
    </Dialog>
  );
}
