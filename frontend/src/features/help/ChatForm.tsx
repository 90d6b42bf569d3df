import { type FormEvent, useRef } from "react";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { useDraft } from "@/parts/forms/useDraft";
import { LONGEST_MESSAGE } from "@/parts/chat/Composer";
import css from "./help.module.css";
import { ASK_FAILED, useAsk } from "./useAsk";
import type { Viewer } from "@/parts/chat/useChat";

type Props = {
  viewer: Viewer;
  text: string;
  onBack: () => void;
  onStarted: (inquiry: number) => void;
};

export function ChatForm({ viewer, text, onBack, onStarted }: Props) {
  const [message, setMessage, forget] = useDraft(`${viewer.id}.chat`, text);
  const form = useRef<HTMLFormElement>(null);
  const { ask, busy, wrong, mark, failed } = useAsk(form);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (message.trim() === "") {
      mark({ message: "Please write what we can help you with." });
      return;
    }
    const inquiry = await ask({ userId: viewer.id, type: "chat", message: message.trim() });
    if (!inquiry) return;
    forget();
    onStarted(inquiry.id);
  }
  return (
    <form className={css.stack} ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <TextAreaField
        label="How can we help?"
        name="message"
        maxLength={LONGEST_MESSAGE}
        value={message}
        error={wrong.message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {failed && <Alert>{ASK_FAILED}</Alert>}
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
