import type { ImportKind } from "@/api/types";
import { formatCount, isKeyOf, lookUpLabel, keysOf } from "@/lib/labels";

const LABELS: Record<ImportKind, string> = {
  ticket: "Traffic tickets",
  parking: "Parking tickets",
  toll: "Tolls",
};
export const KINDS = keysOf(LABELS).map((value) => ({ value, label: LABELS[value] }));
export const isKind = (text: string): text is ImportKind => isKeyOf(LABELS, text);

export const kindLabel = (kind: ImportKind): string => lookUpLabel(LABELS, kind) ?? kind;

/** Normalized headers of New York City's file, which contains parking tickets. */
const NEW_YORK = ["plate", "summonsnumber", "issuedate", "violation", "amountdue"];

/** Guesses the kind of citation from the file's first line; null if the line doesn't show the kind. */
export async function guessKind(file: File): Promise<ImportKind | null> {
  const [first = ""] = (await file.slice(0, 4096).text()).split(/\r?\n/, 1);
  const headers = first.split(/[,;\t]/).map((text) => text.toLowerCase().replace(/[^a-z0-9]/g, ""));
  return NEW_YORK.every((name) => headers.includes(name)) ? "parking" : null;
}

/** Picks the singular or plural form. */
export const pluralize = (count: number, singular: string, plural: string): string =>
  count === 1 ? singular : plural;
export const formatItemCount = (count: number): string =>
  `${formatCount(count)} ${pluralize(count, "item", "items")}`;
export const formatRowCount = (count: number): string =>
  `${formatCount(count)} ${pluralize(count, "row", "rows")}`;

const KEY = "lanewise.import-columns";
type ColumnMemory = Record<string, string | null>;

/** Reads the meanings of headers that this browser remembers. */
function readColumnMemory(): ColumnMemory {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as ColumnMemory) : {};
  } catch {
    return {};
  }
}

const keyOf = (kind: string, header: string) => `${kind}/${header.trim().toLowerCase()}`;

/**
 * Returns which field a header meant in this browser's last import: null if staff skipped the
 * column, undefined if the header is unknown.
 */
export const rememberedColumn = (kind: string, header: string): string | null | undefined =>
  readColumnMemory()[keyOf(kind, header)];

/** Remembers the meaning of each header for the next file; null for a skipped column. */
export function rememberColumns(
  kind: string,
  headers: string[],
  meanings: (string | null)[],
): void {
  const all = { ...readColumnMemory() };
  headers.forEach((header, index) => {
    all[keyOf(kind, header)] = meanings[index] ?? null;
  });
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-300))));
  } catch {
    // If storage is full or disabled, staff match the columns again next time.
  }
}
