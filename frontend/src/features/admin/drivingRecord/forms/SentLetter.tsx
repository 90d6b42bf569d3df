import type { ItemKind } from "@/lib/paths";
import { describeSent, nameOfSent } from "@/parts/drivingRecord/dispute";
import { LetterLink } from "@/parts/drivingRecord/LetterLink";
import css from "./forms.module.css";
import type { ItemRecord } from "./itemCalls";

/**
 * Shows staff when the driver sent a letter to contest the item, with a link to download it. Also shows when the driver
 * sent the issuer's own form instead.
 */
export function SentLetter({ kind, record }: { kind: ItemKind; record: ItemRecord }) {
  if (!record.letterSentOn) return null;
  return (
    <section className={css.letter} aria-label={`The driver’s ${nameOfSent(record)}`}>
      <p className={css.owner}>{describeSent(record.letterSentOn, record)}</p>
      {!record.isOwnFormSent && <LetterLink kind={kind} id={record.id} />}
    </section>
  );
}
