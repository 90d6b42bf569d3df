import type { ItemKind } from "@/lib/paths";
import { fieldsOf, type ItemValues, labelOf } from "./fieldSpecs";

/** A field that somebody else has changed since this form was opened. */
export type Difference = {
  name: string;
  label: string;
  theirs: string | boolean;
  /** What is in this form, when it was changed here as well; null when theirs was taken over. */
  mine: string | boolean | null;
};

/**
 * Three sides of a record: as it was opened, as it is in this form, as it is stored now. What was not touched here follows
 * theirs; what was changed on both sides keeps what was typed, and is told.
 */
export function merge(
  kind: ItemKind,
  base: ItemValues,
  mine: ItemValues,
  theirs: ItemValues,
): { values: ItemValues; differences: Difference[] } {
  const values = { ...mine };
  const differences: Difference[] = [];
  for (const field of fieldsOf(kind)) {
    const { name } = field;
    const their = theirs[name] ?? "";
    if (their === base[name]) continue;
    const touched = mine[name] !== base[name] && mine[name] !== their;
    if (!touched) values[name] = their;
    const own = touched ? (mine[name] ?? "") : null;
    differences.push({ name, label: labelOf(field, theirs), theirs: their, mine: own });
  }
  return { values, differences };
}
