const PREFIX = "lanewise.draft.";

/** Runs a storage operation. Without storage, a draft lasts only as long as its form. */
function tryStorage<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/**
 * Returns a form's draft. Drafts are stored in this tab only and deleted at logout. The name identifies the user. Never
 * use them for secrets.
 */
export const readDraft = <T>(name: string): T | null =>
  tryStorage(() => JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null") as T | null);

export const storeDraft = (name: string, typed: unknown): void => {
  tryStorage(() => sessionStorage.setItem(PREFIX + name, JSON.stringify(typed)));
};

export const dropDraft = (name: string): void => {
  tryStorage(() => sessionStorage.removeItem(PREFIX + name));
};
