const PREFIX = "lanewise.draft.";

/** What was typed into a form and not saved, in this tab alone. */
export function draftOf<Values extends object>(name: string): Partial<Values> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null");
    return kept && typeof kept === "object" ? (kept as Partial<Values>) : null;
  } catch {
    return null;
  }
}

export function keepDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {
    // A browser that keeps nothing has what is on the screen.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing is kept there.
  }
}
