import type { AddedItemValues } from "./addedItem";
import type { ReadValues } from "./picture/readTicket";

/** A field that can be filled in from a picture. */
export type ProposedField = keyof ReadValues;

/** Names of the fields, for the sentence that lists which fields were filled in. */
export const PROPOSED_WORDS: Readonly<Record<ProposedField, string>> = {
  kind: "kind of ticket",
  citationNumber: "citation number",
  date: "date",
  dueDate: "date to pay or respond by",
  amount: "amount",
};

/**
 * Returns the values read from the picture for fields that the driver has left empty. Includes a
 * different kind only while no violation or toll road is typed.
 */
export function propose(values: AddedItemValues, read: ReadValues): ReadValues {
  const isKindOpen = !values.violationType && !values.tollRoad && read.kind !== values.kind;
  const isFillable = (field: ProposedField) => (field === "kind" ? isKindOpen : !values[field]);
  const fields = (Object.keys(PROPOSED_WORDS) as ProposedField[]).filter(
    (field) => read[field] && isFillable(field),
  );
  return Object.fromEntries(fields.map((field) => [field, read[field]]));
}
