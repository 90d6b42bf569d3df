import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { dollars } from "../queue/format";
import { postPaidOtherwise } from "./calls";

type Props = DialogProps & { refundId: number; amount: string; onDone: () => void };

/** Records that staff paid a failed refund to the driver another way, such as by check. */
export default function PaidOtherwiseDialog({ refundId, amount, onDone, ...dialog }: Props) {
  const [how, setHow, discardHow] = useUserDraft(`paid-otherwise-${refundId}`);
  const submit = useSubmit(
    () => ({
      how: how.trim() ? undefined : "Enter how you refunded the driver, such as a check number.",
    }),
    async () => {
      await postPaidOtherwise(refundId, how);
      discardHow();
      toast({
        title: "Refund Recorded",
        description: `We recorded ${dollars(amount)} as refunded.`,
      });
      onDone();
      dialog.onOpenChange(false);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Record a refund sent another way"
      description={`Use this if you refunded ${dollars(amount)} to the driver outside Lanewise. This can’t be undone.`}
      action="Record"
      working="Recording..."
    >
      <TextField label="How you refunded it" maxLength={500} {...submit.bind("how", how, setHow)} />
    </SubmitDialog>
  );
}
