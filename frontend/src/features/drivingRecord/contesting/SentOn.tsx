import { useState } from "react";
import type { ContestLetter } from "@/api/types";
import { findLatestDay } from "@/parts/dates/today";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { type ItemRef, postLetterSent } from "./calls";

type Props = {
  item: ItemRef;
  letter: ContestLetter;
  onSent: (letter: ContestLetter) => Promise<void>;
};

/** The day on which the driver sent the letter or the issuer's own form. */
export function SentOn({ item, letter, onSent }: Props) {
  const [sentOn, setSentOn] = useState(findLatestDay);
  const submit = useSubmit(
    () => ({
      sentOn:
        sentOn === ""
          ? "Enter the date."
          : sentOn > findLatestDay()
            ? "This date is in the future."
            : sentOn < letter.date
              ? "This is before the date of the citation."
              : "",
    }),
    async () => {
      await onSent(await postLetterSent(item, letter.version, sentOn));
      toast({
        title: `${letter.ownForm ? "Form" : "Letter"} Marked as Sent`,
        description: `Your profile now shows that you’re disputing this ${item.kind === "toll" ? "toll" : "ticket"}.`,
      });
    },
  );
  const document = letter.ownForm ? "form" : "letter";
  return (
    <SubmitForm
      submit={submit}
      failureTitle={{
        refused: `We couldn’t mark your ${document} as sent`,
        unclear: `We couldn’t confirm that we marked your ${document} as sent`,
      }}
    >
      <TextField
        label={`Day you sent the ${document}`}
        type="date"
        min={letter.date}
        max={findLatestDay()}
        {...submit.bind("sentOn", sentOn, setSentOn)}
      />
      <Button type="submit" block loading={submit.busy} loadingText="Saving...">
        Mark as sent
      </Button>
    </SubmitForm>
  );
}
