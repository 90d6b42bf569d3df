import type { Entry } from "./entries";

const MOST = 6;
const keyOf = (staff: number) => `lanewise.desk.recent.${staff}`;

/** What this person was led to last, in this tab alone: drivers' names are in it. */
export function recents(staff: number): Entry[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(staff)) ?? "[]");
    return Array.isArray(kept) ? (kept as Entry[]) : [];
  } catch {
    return [];
  }
}

export function remember(staff: number, entry: Entry): void {
  const others = recents(staff).filter(({ id }) => id !== entry.id);
  try {
    sessionStorage.setItem(keyOf(staff), JSON.stringify([entry, ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing has no recent ones.
  }
}
