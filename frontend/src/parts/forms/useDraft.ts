import { useCallback, useEffect, useState } from "react";
import { draftOf, dropDraft, keepDraft } from "./drafts";

/**
 * What is typed into a field of a dialog, kept in this tab until it is sent or given up: a session that ends meanwhile loses
 * none of it. The key names the person, and logging out forgets it. Never for secrets.
 */
export function useDraft(key: string, initial: string) {
  // What is known may change while the field is there: only what differs from it was typed.
  const [typed, setTyped] = useState<string | null>(() => draftOf<string>(key) ?? null);
  const isDraft = typed !== null && typed !== initial;
  useEffect(() => {
    if (isDraft) keepDraft(key, typed);
    else dropDraft(key);
  }, [key, typed, isDraft]);
  const forget = useCallback(() => {
    dropDraft(key);
    setTyped(null);
  }, [key]);
  return [typed ?? initial, setTyped, forget] as const;
}
