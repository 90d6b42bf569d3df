import type { ContestLetter } from "@/api/types";
import { LetterLink } from "@/parts/drivingRecord/LetterLink";
import { Card } from "@/ui/layout/Card";
import type { ItemRef } from "./calls";
import css from "./contesting.module.css";
import { describeMissing, type LetterValues } from "./letterValues";
import { SentOn } from "./SentOn";

type Props = {
  item: ItemRef;
  letter: ContestLetter;
  values: LetterValues;
  isUnsaved: boolean;
  onSent: (letter: ContestLetter) => Promise<void>;
};

/** Downloads the letter and marks it as sent. Both need a complete letter without unsaved changes. */
export function SendSteps({ item, letter, values, isUnsaved, onSent }: Props) {
  const missing = describeMissing(values);
  return (
    <Card title="Print, sign and send">
      {missing && <p className={css.soft}>Still missing: {missing}.</p>}
      {!missing && isUnsaved && <p className={css.soft}>Save your letter to download it.</p>}
      {!missing && !isUnsaved && (
        <div className={css.fields}>
          <LetterLink {...item} />
          <p className={css.soft}>Print the letter, sign it, and send it as your notice says.</p>
          <SentOn item={item} letter={letter} onSent={onSent} />
        </div>
      )}
    </Card>
  );
}
