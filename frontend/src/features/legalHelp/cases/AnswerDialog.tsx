import { useState } from "react";
import type { PleaAnswer } from "@/api/types";
import { isKeyOf } from "@/lib/labels";
import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { MAX_NOTE_LENGTH } from "@/parts/legalHelp/cases/ChangeDialog";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { Portrait } from "@/ui/Portrait";
import { Alert } from "@/ui/feedback/Alert";
import { SelectField } from "@/ui/forms/SelectField";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { photoOfLawyer, postAnswer } from "../calls";
import { useReplaced } from "./useReplaced";
import css from "./cases.module.css";

const CHOICES: Readonly<Record<PleaAnswer, string>> = {
  accept: "I accept this offer",
  refuse: "I reject this offer",
  ask: "I have a question first",
};
const OPTIONS = Object.entries(CHOICES).map(([value, label]) => ({ value, label }));

/** Asks the driver for a written answer to the prosecutor's offer. Only the driver can decide. */
export default function AnswerDialog({
  legalCase,
  onChanged,
  refetch,
  ...dialog
}: DialogProps & CaseProps) {
  const [answer, setAnswer] = useState("");
  const [text, setText, discardText] = useUserDraft(`case-${legalCase.id}.answer`);
  const { offer } = legalCase;
  const isReplaced = useReplaced(offer ? offer.at + offer.text : undefined, () => setAnswer(""));
  const submit = useCaseSubmit(
    {
      onChanged: (next) => {
        discardText();
        onChanged(next);
        toast({ title: "Answer Sent", description: "We sent your answer to your lawyer." });
        dialog.onOpenChange(false);
      },
      refetch,
    },
    () => ({
      answer: answer ? undefined : "Choose an answer.",
      text: answer === "ask" && !text.trim() ? "Write your question." : undefined,
    }),
    async () => {
      if (!isKeyOf(CHOICES, answer)) return null;
      return postAnswer(legalCase.id, {
        answer,
        text: text.trim() || null,
        version: legalCase.version,
      });
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Answer the prosecutor’s offer"
      description="The decision is yours. Your lawyer will tell the prosecutor what you decide."
      action="Send answer"
      working="Sending..."
      cancelLabel="Not now"
    >
      {legalCase.lawyer && (
        <div className={css.lawyer}>
          <Portrait
            name={legalCase.lawyer.name}
            photo={legalCase.lawyer.hasPhoto ? photoOfLawyer(legalCase.id) : null}
          />
          <p>{legalCase.lawyer.name} passed on this offer:</p>
        </div>
      )}
      {isReplaced && (
        <Alert>Your lawyer has passed on a new offer. Read it before you answer.</Alert>
      )}
      {offer && <blockquote className={css.quote}>{offer.text}</blockquote>}
      <SelectField
        label="Your answer"
        placeholder="Choose"
        options={OPTIONS}
        {...submit.bind("answer", answer, setAnswer)}
      />
      <TextAreaField
        label={answer === "ask" ? "Your question" : "A note to your lawyer"}
        optional={answer !== "ask"}
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        {...submit.bind("text", text, setText)}
      />
    </SubmitDialog>
  );
}
