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
      `${items(of.newLines)} ${one(of.newLines, "goes to its driver’s record, who sees it", "go to their drivers’ records, who see them")} at once if their record is ready.`,
    of.queuedLines > 0 &&
      `${lines(of.queuedLines)} ${one(of.queuedLines, "waits for your decision, because what it names", "wait for your decision, because what they name")} is not verified.`,
    of.unclaimedLines > 0 &&
      `${lines(of.unclaimedLines)} of no driver of ours ${one(of.unclaimedLines, "waits 90 days for one, then it is", "wait 90 days for one, then they are")} erased.`,
    of.existingLines > 0 &&
      `${lines(of.existingLines)} on file already ${one(of.existingLines, "is", "are")} passed over.`,
    of.badLines > 0 &&
      `${lines(of.badLines)} with something wrong ${one(of.badLines, "is", "are")} set aside as a file to mend, for 7 days.`,
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
      title={`Store what is good in ${of.fileName}?`}
      description="It can be undone as long as none of its items was paid."
      action="Store"
      working="Storing..."
      keep="Not yet"
      failed="Nothing was stored"
    >
      <ul className={css.will}>
        {storing(of).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </SubmitDialog>
  );
}
