import { useState } from "react";
import { MAX_MESSAGE_LENGTH } from "@/parts/chat/Composer";
import type { Viewer } from "@/parts/chat/useChat";
import { clearReference, readStoredReference, formatReferenceLine } from "@/parts/failureReference";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useDraft } from "@/parts/forms/useDraft";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { postHelpInquiry } from "./calls";
import css from "./help.module.css";
import { explainRequestFailure } from "./requestFailure";

type Props = {
  viewer: Viewer;
  text: string;
  onBack: () => void;
  onStarted: (inquiry: number) => void;
};

export function ChatForm({ viewer, text, onBack, onStarted }: Props) {
  const [message, setMessage, discardMessage] = useDraft(`${viewer.id}.chat`, text);
  const [reference] = useState(readStoredReference);
  const referenceLine = formatReferenceLine(reference);
  const submit = useSubmit(
    () => ({ message: message.trim() ? undefined : "Please tell us how we can help." }),
    async () => {
      const inquiry = await postHelpInquiry({
        userId: viewer.id,
        type: "chat",
        message: message.trim() + referenceLine,
      });
      discardMessage();
      clearReference();
      onStarted(inquiry.id);
    },
    explainRequestFailure,
  );
  return (
    <SubmitForm submit={submit}>
      <TextAreaField
        label="How can we help?"
        maxLength={MAX_MESSAGE_LENGTH - referenceLine.length}
        hint={reference && `We’ll include reference ${reference} so we can see what went wrong.`}
        {...submit.bind("message", message, setMessage)}
      />
      <div className={css.buttons}>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={submit.busy} loadingText="Starting...">
          Start Chat
        </Button>
      </div>
    </SubmitForm>
  );
}
