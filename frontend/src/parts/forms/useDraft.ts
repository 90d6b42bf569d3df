import { useCallback, useEffect, useState } from "react";
import { draftOf, dropDraft, keepDraft } from "./drafts";

/**
 * What is typed into a field of a dialog, kept in this tab until it is sent or given up: a session that ends meanwhile loses
 * none of it. The key names the person, and logging out forgets it. Never for secrets.
 */
export function useDraft(key: string, initial: string) {
  const [text, setText] = useState(() => draftOf<string>(key) ?? initial);
  useEffect(() => {
    if (text === initial) dropDraft(key);
    else keepDraft(key, text);
  }, [key, text, initial]);
  const forget = useCallback(() => {
    dropDraft(key);
    setText(initial);
  }, [key, initial]);
  return [text, setText, forget] as const;
}
