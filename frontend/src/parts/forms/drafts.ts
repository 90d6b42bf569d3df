const PREFIX = "lanewise.draft.";

/** A storage may be full, forbidden or absent: then what is typed lives as long as the form. */
function guarded<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** What was typed and not sent, in this tab alone; logging out forgets it. The name tells whose it is. Never for secrets. */
export const draftOf = <T>(name: string): T | null =>
  guarded(() => JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null") as T | null);

export const keepDraft = (name: string, typed: unknown): void => {
  guarded(() => sessionStorage.setItem(PREFIX + name, JSON.stringify(typed)));
};

export const dropDraft = (name: string): void => {
  guarded(() => sessionStorage.removeItem(PREFIX + name));
};
