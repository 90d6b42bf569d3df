import type { Import } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { postConfirm } from "./calls";
import css from "./ImportPage.module.css";
import { formatItemCount, formatRowCount, pluralize } from "./kinds";

type Props = DialogProps & {
  current: Import;
  /** Whether staff confirmed that the amounts above the limit are correct. */
  areLargeAmountsConfirmed: boolean;
  onChanged: (changed: Import) => void;
};

/** Returns sentences that describe the effects of storing the import. */
export function describeStoring(current: Import): string[] {
  const sentences = [
    current.newLines > 0 &&
      `We’ll add ${formatItemCount(current.newLines)} to the matching ${pluralize(current.newLines, "driver’s record. The driver sees it", "drivers’ records. Drivers see them")} right away if the record is ready.`,
    current.queuedLines > 0 &&
      `${formatRowCount(current.queuedLines)} ${pluralize(current.queuedLines, "needs", "need")} your review because the plate, license or email isn’t verified, the plate wasn’t the driver’s on that date, or a citation with this number is already on file.`,
    current.unclaimedLines > 0 &&
      `We’ll keep ${formatRowCount(current.unclaimedLines)} with no matching driver for 90 days, then erase ${pluralize(current.unclaimedLines, "it", "them")}.`,
    current.existingLines > 0 &&
      `We’ll skip ${formatRowCount(current.existingLines)} already on file.`,
    current.badLines > 0 &&
      `We’ll skip ${formatRowCount(current.badLines)} with errors. You can download ${pluralize(current.badLines, "it", "them")} for 7 days.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** Shows the effects of storing the import, and asks for confirmation. */
export function StoreDialog({ current, areLargeAmountsConfirmed, onChanged, ...dialog }: Props) {
  const submit = useSubmit(
    () => ({}),
    async () => {
      const changed = await postConfirm(current.id, {
        ...(areLargeAmountsConfirmed && { largeAmounts: true }),
        ...(current.badLines > 0 && { setAside: true }),
      });
      onChanged(changed);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Import ${current.fileName}?`}
      description="You can undo the import until one of its items has a payment, a lawyer, photos, a letter or a request for help with paying. You also can’t undo it once an item is merged with a ticket that a driver added, or is marked paid."
      action="Import"
      working="Importing..."
      cancelLabel="Keep reviewing"
      failureTitle={{ refused: "Nothing was imported", unclear: "We couldn’t confirm the import" }}
    >
      <ul className={css.will}>
        {describeStoring(current).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </SubmitDialog>
  );
}
