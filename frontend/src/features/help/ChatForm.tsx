import { type FormEvent, useRef, useState } from "react";
import { MAX_MESSAGE_LENGTH } from "@/parts/chat/Composer";
import type { Viewer } from "@/parts/chat/useChat";
import { clearReference, readStoredReference, formatReferenceLine } from "@/parts/failureReference";
import { useDraft } from "@/parts/forms/useDraft";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import css from "./help.module.css";
import { REQUEST_FAILED, useHelpRequest } from "./useHelpRequest";

type Props = {
  viewer: Viewer;
  text: string;
  onBack: () => void;
  onStarted: (inquiry: number) => void;
};

export function ChatForm({ viewer, text, onBack, onStarted }: Props) {
  const [message, setMessage, discardMessage] = useDraft(`${viewer.id}.chat`, text);
  const form = useRef<HTMLFormElement>(null);
  const [reference] = useState(readStoredReference);
  const referenceLine = formatReferenceLine(reference);
  const { ask, busy, wrong, mark, failed } = useHelpRequest(form);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (message.trim() === "") {
      mark({ message: "Please tell us how we can help." });
      return;
    }
    const inquiry = await ask({
      userId: viewer.id,
      type: "chat",
      message: message.trim() + referenceLine,
    });
    if (!inquiry) return;
    discardMessage();
    clearReference();
    onStarted(inquiry.id);
  }
  return (
    <form className={css.stack} ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <TextAreaField
        label="How can we help?"
        name="message"
        maxLength={MAX_MESSAGE_LENGTH - referenceLine.length}
        hint={reference && `We’ll include reference ${reference} so we can see what went wrong.`}
        value={message}
        error={wrong.message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {failed && <Alert>{REQUEST_FAILED}</Alert>}
      <div className={css.buttons}>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={busy} loadingText="Starting...">
          Start Chat
        </Button>
      </div>
    </form>
  );
}
