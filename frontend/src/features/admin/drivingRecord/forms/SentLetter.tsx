import { formatDate } from "@/lib/dates";
import type { ItemKind } from "@/lib/paths";
import { LetterLink } from "@/parts/drivingRecord/LetterLink";
import css from "./forms.module.css";
import type { ItemRecord } from "./itemCalls";

/** Shows staff that the driver sent a letter that contests the item, and downloads it. */
export function SentLetter({ kind, record }: { kind: ItemKind; record: ItemRecord }) {
  if (!record.letterSentOn) return null;
  return (
    <section className={css.letter} aria-label="The driver’s letter">
      <p className={css.owner}>Letter sent on {formatDate(record.letterSentOn)}</p>
      <LetterLink kind={kind} id={record.id} />
    </section>
  );
}
