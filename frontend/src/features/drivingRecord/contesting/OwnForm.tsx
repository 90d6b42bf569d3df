import type { ContestLetter } from "@/api/types";
import { describeOwnForm } from "@/parts/options/ownForm";
import { Card } from "@/ui/layout/Card";
import type { ItemRef } from "./calls";
import css from "./contesting.module.css";
import { SentOn } from "./SentOn";

type Props = {
  item: ItemRef;
  letter: ContestLetter;
  onSent: (letter: ContestLetter) => Promise<void>;
};

/**
 * Shown for an item whose court or agency accepts only its own form. The driver enters when they sent the form.
 */
export const OwnForm = ({ item, letter, onSent }: Props) => (
  <Card title="Send the form">
    <div className={css.fields}>
      {letter.ownForm && <p>{describeOwnForm(letter.ownForm, item.kind)}</p>}
      <p className={css.soft}>
        Once you’ve sent it, enter the day here. Your profile then shows that you’re disputing this{" "}
        {item.kind === "toll" ? "toll" : "ticket"}.
      </p>
      <SentOn item={item} letter={letter} onSent={onSent} />
    </div>
  </Card>
);
