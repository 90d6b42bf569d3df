import { useCallback, useEffect, useState } from "react";
import { readDraft, dropDraft, storeDraft } from "./drafts";

/**
 * State of a dialog's text field, stored as a draft in this tab until it is sent or discarded. So the
 * text survives the end of the session. The key names the user, and logout deletes the draft. Must not
 * be used for secrets. Returns the text, a function that sets it, and a function that discards the draft.
 */
export function useDraft(key: string, initial: string) {
  // The stored value may change while the field is open. Only text that differs from the stored value counts as a
  // draft.
  const [typed, setTyped] = useState<string | null>(() => readDraft<string>(key) ?? null);
  const isDraft = typed !== null && typed !== initial;
  useEffect(() => {
    if (isDraft) storeDraft(key, typed);
    else dropDraft(key);
  }, [key, typed, isDraft]);
  const discard = useCallback(() => {
    dropDraft(key);
    setTyped(null);
  }, [key]);
  return [typed ?? initial, setTyped, discard] as const;
}
