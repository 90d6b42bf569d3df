import type { AddedItem } from "@/api/types";
import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextAreaField } from "@/ui/forms/TextAreaField";

type Props = DialogProps & { added: AddedItem; onRefuse: (reason: string) => Promise<void> };

/** Asks staff why an added item can't be found. The driver sees the reason. */
export default function NotFoundDialog({ added, onRefuse, ...dialog }: Props) {
  const [reason, setReason, discardReason] = useUserDraft(`not-found-${added.kind}-${added.id}`);
  const submit = useSubmit(
    () => ({ reason: reason.trim() ? undefined : "Enter a reason. The driver will see it." }),
    async () => {
      await onRefuse(reason.trim());
      discardReason();
      dialog.onOpenChange(false);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Mark as not found"
      description={`We’ll remove ${added.label} from ${added.driverName ?? "the driver"}’s record and stop reminders about it. The driver will see your reason.`}
      action="Remove from record"
      working="Saving..."
      danger
    >
      <TextAreaField
        label="Reason"
        hint="What you checked, and what the driver can do."
        rows={4}
        maxLength={500}
        {...submit.bind("reason", reason, setReason)}
      />
    </SubmitDialog>
  );
}
