import { useState } from "react";
import { MAX_MESSAGE_LENGTH } from "@/parts/chat/Composer";
import type { Viewer } from "@/parts/chat/useChat";
import { clearReference, readStoredReference, formatReferenceLine } from "@/parts/failureReference";
import { readDraft, storeDraft } from "@/parts/forms/drafts";
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
  onBack: () => void;
  onStarted: (inquiry: number) => void;
};

/** Name of the draft that stores the viewer's message for a new chat. */
const draftOf = (viewer: Viewer) => `${viewer.id}.chat`;

/** Adds a message that couldn't be sent, because its chat was closed, to the message for a new chat. */
export function addToNewChat(viewer: Viewer, text: string): void {
  const draft = readDraft<string>(draftOf(viewer)) ?? "";
  if (text === "" || draft === text || draft.endsWith(`\n${text}`)) return;
  storeDraft(draftOf(viewer), draft ? `${draft}\n${text}` : text);
}

export function ChatForm({ viewer, onBack, onStarted }: Props) {
  const [message, setMessage, discardMessage] = useDraft(draftOf(viewer), "");
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
