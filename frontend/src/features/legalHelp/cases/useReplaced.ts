import { useState } from "react";

/**
 * Whether the text that a dialog shows was replaced while the dialog was open. `text` identifies the text. Calls
 * `reset` when it is replaced, so that no answer to the old text is sent for the new one.
 */
export function useReplaced(text: string | undefined, reset: () => void): boolean {
  const [shown, setShown] = useState(text);
  const [isReplaced, setReplaced] = useState(false);
  if (text !== shown) {
    setShown(text);
    setReplaced(text !== undefined);
    reset();
  }
  return isReplaced;
}
