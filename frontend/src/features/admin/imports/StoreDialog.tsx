import type { Import } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { postConfirm } from "./calls";
import css from "./ImportPage.module.css";
import { items, lines, one } from "./kinds";

type Props = DialogProps & {
  of: Import;
  areLargeMeant: boolean;
  onChanged: (changed: Import) => void;
};

/** Sentences that say what storing the import does. */
export function storing(of: Import): string[] {
  const said = [
    of.newLines > 0 &&
      `${items(of.newLines)} will be added to the matching ${one(of.newLines, "driver’s record. The driver sees it", "drivers’ records. Drivers see them")} right away if the record is ready.`,
    of.queuedLines > 0 &&
      `${lines(of.queuedLines)} ${one(of.queuedLines, "needs", "need")} your review because the plate, license or email isn’t verified, or the plate wasn’t the driver’s on that date.`,
    of.unclaimedLines > 0 &&
      `${lines(of.unclaimedLines)} with no matching driver will be kept for 90 days, then erased.`,
    of.existingLines > 0 && `${lines(of.existingLines)} already on file will be skipped.`,
    of.badLines > 0 &&
      `${lines(of.badLines)} with errors will be skipped. You can download ${one(of.badLines, "it", "them")} for 7 days.`,
  ];
  return said.filter((sentence) => sentence !== false);
}

/** Says what will happen and asks for confirmation. */
export function StoreDialog({ of, areLargeMeant, onChanged, ...dialog }: Props) {
  const submit = useSubmit(
    () => ({}),
    async () => {
      const changed = await postConfirm(of.id, {
        ...(areLargeMeant && { largeAmounts: true }),
        ...(of.badLines > 0 && { setAside: true }),
      });
      onChanged(changed);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Import ${of.fileName}?`}
      description="You can undo the import until one of its items is paid."
      action="Import"
      working="Importing..."
      keep="Keep reviewing"
      failed="Nothing was imported"
    >
      <ul className={css.will}>
        {storing(of).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </SubmitDialog>
  );
}
