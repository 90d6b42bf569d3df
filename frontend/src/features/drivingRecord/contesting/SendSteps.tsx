import { useState } from "react";
import type { ContestLetter } from "@/api/types";
import { formatToday } from "@/parts/dates/today";
import { LetterLink } from "@/parts/drivingRecord/LetterLink";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { TextField } from "@/ui/forms/TextField";
import { Card } from "@/ui/layout/Card";
import { toast } from "@/ui/overlays/toast";
import { type ItemRef, postSent } from "./calls";
import css from "./contesting.module.css";
import { describeMissing, type LetterValues } from "./letterValues";

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

function SentOn({ item, letter, onSent }: Pick<Props, "item" | "letter" | "onSent">) {
  const [sentOn, setSentOn] = useState(formatToday);
  const submit = useSubmit(
    () => ({
      sentOn:
        sentOn === ""
          ? "Enter the date."
          : sentOn > formatToday()
            ? "This date is in the future."
            : sentOn < letter.date
              ? "This is before the date of the citation."
              : "",
    }),
    async () => {
      await onSent(await postSent(item, letter.version ?? 0, sentOn));
      toast({
        title: "Marked as Sent",
        description: `Your profile now shows that you’re disputing this ${item.kind === "toll" ? "toll" : "ticket"}.`,
      });
    },
  );
  return (
    <SubmitForm submit={submit} failureTitle="We couldn’t mark your letter as sent">
      <TextField
        label="I sent it on"
        type="date"
        min={letter.date}
        max={formatToday()}
        {...submit.bind("sentOn", sentOn, setSentOn)}
      />
      <Button type="submit" block loading={submit.busy} loadingText="Saving...">
        Mark as sent
      </Button>
    </SubmitForm>
  );
}
