import type { Import } from "@/api/types";
import { useNamedEntries } from "../../table/named/namedEntries";

/**
 * A named set of column meanings: the field for each column, by the column's header. The columns' order in the file
 * doesn't matter.
 */
export type Preset = { name: string; meanings: Record<string, string>; dueDays: string };

type Columns = Pick<Import, "columns" | "fields">;

const normalizeHeader = (header: string) => header.trim().toLowerCase();

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

/**
 * Builds a preset from the meanings selected for a file. `chosen` has the meaning of each column,
 * in order; null for a skipped column.
 */
export function buildPreset(
  name: string,
  { columns }: Columns,
  chosen: readonly (string | null)[],
  dueDays: string,
): Preset {
  const meant = columns.flatMap(({ header }, index) => {
    const meaning = chosen[index];
    return meaning && normalizeHeader(header) ? [[normalizeHeader(header), meaning] as const] : [];
  });
  return { name, meanings: Object.fromEntries(meant), dueDays };
}

/**
 * Applies a preset to a file's columns. Each meaning is used once, and only if this kind of citation has it. Null for
 * columns without a meaning.
 */
export function applyPreset({ columns, fields }: Columns, { meanings }: Preset): (string | null)[] {
  const unusedFields = new Set<string>(fields.map(({ name }) => name));
  return columns.map(({ header }) => {
    const meaning = meanings[normalizeHeader(header)];
    return meaning !== undefined && unusedFields.delete(meaning) ? meaning : null;
  });
}

/** The current user's presets for this kind of citation. */
export const usePresets = (kind: string) => useNamedEntries(`import-presets.${kind}`, isPreset);
