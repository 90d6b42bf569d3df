import { useCallback, useEffect, useState } from "react";

const PREFIX = "lanewise.draft.";

/** A storage may be full, forbidden or absent: then what is typed lives as long as the dialog. */
function guarded<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

function stored(key: string): string | null {
  return guarded(() => sessionStorage.getItem(PREFIX + key));
}

/**
 * What is typed into a field of a dialog, kept in this tab until it is sent or given up: a session that ends meanwhile loses
 * none of it. The key names the person, and logging out forgets it. Never for secrets.
 */
export function useDraft(key: string, initial: string) {
  const [text, setText] = useState(() => stored(key) ?? initial);
  useEffect(() => {
    guarded(() => {
      if (text === initial) sessionStorage.removeItem(PREFIX + key);
      else sessionStorage.setItem(PREFIX + key, text);
    });
  }, [key, text, initial]);
  const forget = useCallback(() => {
    guarded(() => sessionStorage.removeItem(PREFIX + key));
    setText(initial);
  }, [key, initial]);
  return [text, setText, forget] as const;
}
