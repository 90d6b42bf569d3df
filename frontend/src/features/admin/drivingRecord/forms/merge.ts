import type { ItemKind } from "@/lib/paths";
import { fieldsOf, type ItemValues, labelOf } from "./fieldSpecs";

/** A field that another person changed since this form was opened. */
export type Difference = {
  name: string;
  label: string;
  theirs: string | boolean;
  /** The value in this form if this form changed the field too. Null if the form takes over the other person's value. */
  mine: string | boolean | null;
};

/**
 * Three-way merge of a record: as opened (`base`), as edited in this form (`mine`), and as stored now (`theirs`).
 * Fields not edited in this form take the stored value. Fields changed on both sides keep the input. `differences` has
 * all fields whose stored value has changed.
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
    const isEdited = mine[name] !== base[name] && mine[name] !== their;
    if (!isEdited) values[name] = their;
    const own = isEdited ? (mine[name] ?? "") : null;
    differences.push({ name, label: labelOf(field, theirs), theirs: their, mine: own });
  }
  return { values, differences };
}
