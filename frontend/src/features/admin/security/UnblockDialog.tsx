import { ApiError } from "@/api/client";
import type { BlockedIp } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { failureText, useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { postUnblock } from "./calls";

type Props = DialogProps & {
  block: BlockedIp;
  /** Called after the address was unblocked, so that the panel reads its data again. */
  onDone: () => void;
};

const FAILED = "Failed to unblock IP.";

/**
 * Asks for confirmation before an address is unblocked, because requests from the address are then
 * accepted again immediately.
 */
export default function UnblockDialog({ block, onDone, ...dialog }: Props) {
  const submit = useSubmit(
    () => ({}),
    async () => {
      await postUnblock(block.ip);
      toast({ title: "IP Unblocked", description: `${block.ip} can reach Lanewise again.` });
      dialog.onOpenChange(false);
      onDone();
    },
    (error) => {
      const isOver = error instanceof ApiError && error.status === 404;
      toast({ title: "Error", description: FAILED, variant: "destructive" });
      if (isOver) onDone();
      return isOver ? "This IP is already unblocked." : failureText(error);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Unblock ${block.ip}?`}
      description="People at this address can use Lanewise again right away. We’ll also clear the failed logins from this address."
      action="Unblock"
      cancelLabel="Keep blocked"
      failureTitle={FAILED}
    >
      <p>Blocked because: {block.reason}</p>
    </SubmitDialog>
  );
}
