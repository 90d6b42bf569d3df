import type { Entry } from "./entries";

const MAX_RECENTS = 6;
const keyOf = (staffId: number) => `lanewise.desk.recent.${staffId}`;

/** The entries that this staff member opened last. Stored in this tab only, because they contain drivers' names. */
export function readRecents(staffId: number): Entry[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(staffId)) ?? "[]");
    return Array.isArray(stored) ? (stored as Entry[]) : [];
  } catch {
    return [];
  }
}

/** Moves an entry to the start of the entries that the staff member opened last. */
export function rememberEntry(staffId: number, entry: Entry): void {
  const others = readRecents(staffId).filter(({ id }) => id !== entry.id);
  try {
    sessionStorage.setItem(
      keyOf(staffId),
      JSON.stringify([entry, ...others].slice(0, MAX_RECENTS)),
    );
  } catch {
    // Without storage, there are no recent entries.
  }
}
