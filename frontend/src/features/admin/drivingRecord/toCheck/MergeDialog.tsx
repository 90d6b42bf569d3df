import type { AddedItem, SimilarItem } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";

type Props = DialogProps & {
  added: AddedItem;
  remaining: SimilarItem;
  onMerge: () => Promise<void>;
};

/** Asks before an added item is merged with another one, because that can't be undone and the driver is notified. */
export default function MergeDialog({ added, remaining, onMerge, ...dialog }: Props) {
  const submit = useSubmit(
    () => ({}),
    async () => {
      await onMerge();
      dialog.onOpenChange(false);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Merge these tickets?"
      description={`We’ll keep “${remaining.label}” from ${formatDate(remaining.date)} and remove the “${added.label}” that ${added.driverName ?? "the driver"} added. The removed ticket’s files and hardship requests move to the one we keep. So does its letter, unless the one we keep already has one. We’ll email the driver. This can’t be undone.`}
      action="Merge"
      working="Merging..."
      danger
    />
  );
}
