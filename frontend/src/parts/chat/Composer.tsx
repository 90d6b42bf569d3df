import SendHorizontal from "lucide-react/icons/send-horizontal";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { useDraft } from "@/parts/forms/useDraft";
import css from "./chat.module.css";

/** Maximum length of a message. Browsers count UTF-16 units, the server characters, so the server never counts more. */
export const MAX_MESSAGE_LENGTH = 4000;
/** Key code that old browsers report for keys pressed while an input method composes a word. */
const COMPOSING = 229;

/** State of the message that a viewer is typing in an inquiry's chat, stored as a draft. */
export const useMessageDraft = (viewer: number, inquiry: number) =>
  useDraft(`${viewer}.chat.${inquiry}`, "");

/** Renders writing aids, such as saved replies. Gets the typed text and a callback that replaces the text. */
export type RenderTools = (text: string, insert: (text: string) => void) => ReactNode;

type Props = {
  viewer: number;
  inquiry: number;
  onSend: (text: string) => void;
  tools?: RenderTools | undefined;
};

/**
 * The message field. Enter sends, Shift+Enter starts a new line. Enter while an input method composes a word only ends
 * the word.
 */
export function Composer({ viewer, inquiry, onSend, tools }: Props) {
  const [text, setText] = useMessageDraft(viewer, inquiry);
  const empty = text.trim() === "";

  function send() {
    if (empty) return;
    onSend(text);
    setText("");
  }
  function onKeyDown(event: KeyboardEvent) {
    const composing = event.nativeEvent.isComposing || event.keyCode === COMPOSING;
    if (event.key !== "Enter" || event.shiftKey || composing) return;
    event.preventDefault();
    send();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }
  const composer = (
    <form className={css.composer} onSubmit={submit}>
      <textarea
        className={css.input}
        // The writing aids come before the field, but the field gets the focus.
        data-first=""
        aria-label="Message"
        placeholder="Type a message"
        name="message"
        rows={1}
        maxLength={MAX_MESSAGE_LENGTH}
        enterKeyHint="send"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className={css.send} aria-label="Send" aria-disabled={empty}>
        <SendHorizontal size={20} aria-hidden="true" />
      </button>
    </form>
  );
  if (!tools) return composer;
  return (
    <div className={css.writing}>
      {tools(text, setText)}
      {composer}
    </div>
  );
}
