import type { Import } from "@/api/types";
import { useNamed } from "../../table/named/named";

/** What the columns of one sort of file mean, under a name: by their headers, wherever they stand. */
export type Preset = { name: string; meanings: Record<string, string>; dueDays: string };

type Columns = Pick<Import, "columns" | "fields">;

const plain = (header: string) => header.trim().toLowerCase();

const isPreset = (value: unknown): value is Preset =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  "meanings" in value &&
  "dueDays" in value &&
  typeof value.name === "string" &&
  typeof value.dueDays === "string" &&
  typeof value.meanings === "object" &&
  value.meanings !== null;

/** What was chosen for a file's columns, to be kept under a name. */
export function presetOf(
  name: string,
  { columns }: Columns,
  chosen: readonly (string | null)[],
  dueDays: string,
): Preset {
  const meant = columns.flatMap(({ header }, place) => {
    const meaning = chosen[place];
    return meaning && plain(header) ? [[plain(header), meaning] as const] : [];
  });
  return { name, meanings: Object.fromEntries(meant), dueDays };
}

/** What a preset makes of a file's columns: each meaning once, and only those that this kind of citation has. */
export function appliedTo({ columns, fields }: Columns, { meanings }: Preset): (string | null)[] {
  const left = new Set<string>(fields.map(({ name }) => name));
  return columns.map(({ header }) => {
    const meaning = meanings[plain(header)];
    return meaning !== undefined && left.delete(meaning) ? meaning : null;
  });
}

/** The presets for this kind of citation that this person keeps. */
export const usePresets = (kind: string) => useNamed(`import-presets.${kind}`, isPreset);
