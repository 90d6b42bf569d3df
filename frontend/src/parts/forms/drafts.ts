const PREFIX = "lanewise.draft.";

/** Runs a storage operation; null if the operation fails. Without storage, a draft lasts only as long as its form. */
function tryStorage<T>(operation: () => T): T | null {
  try {
    return operation();
  } catch {
    return null;
  }
}

/**
 * Returns a form's draft; null if there is none. Drafts are stored in this tab only and deleted at logout. The name
 * identifies the user. Never use drafts for secrets.
 */
export const readDraft = <T>(name: string): T | null =>
  tryStorage(() => JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null") as T | null);

/** Stores a form's draft under this name. */
export const storeDraft = (name: string, value: unknown): void => {
  tryStorage(() => sessionStorage.setItem(PREFIX + name, JSON.stringify(value)));
};

export const dropDraft = (name: string): void => {
  tryStorage(() => sessionStorage.removeItem(PREFIX + name));
};
