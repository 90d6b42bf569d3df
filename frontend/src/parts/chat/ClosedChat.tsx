import { Button } from "@/ui/buttons/Button";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { useMessageDraft } from "./Composer";
import css from "./chat.module.css";
import type { UnsentMessage } from "./chatPorts";

type Props = {
  viewer: number;
  inquiry: number;
  unsent: readonly UnsentMessage[];
  /** Starts a new chat with the text that could not be sent. Staff can't start one. */
  onNewChat?: ((text: string) => void) | undefined;
};

/** Replaces the composer of a closed chat. Shows the message that was being typed, so that it can be copied. */
export function ClosedChat({ viewer, inquiry, unsent, onNewChat }: Props) {
  const [draft, , discardDraft] = useMessageDraft(viewer, inquiry);
  const hasDraft = draft.trim() !== "";
  return (
    <div className={css.closed}>
      <p role="status">This conversation is closed.</p>
      {hasDraft && <TextAreaField label="Not sent" name="unsent" rows={2} readOnly value={draft} />}
      {onNewChat && (
        <Button
          onClick={() => {
            onNewChat([...unsent.map(({ text }) => text), ...(hasDraft ? [draft] : [])].join("\n"));
            discardDraft();
          }}
        >
          Start a new chat
        </Button>
      )}
    </div>
  );
}
