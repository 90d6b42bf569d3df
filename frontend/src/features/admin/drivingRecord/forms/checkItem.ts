import { needsAmOrPm } from "@/lib/dates";
import type { ItemKind } from "@/lib/paths";
import { findAmountProblem } from "./amountHint";
import { findCitationNumberProblem } from "./citationNumber";
import { fieldsOf, type ItemField, type ItemValues } from "./fieldSpecs";

export type FieldErrors = Readonly<Record<string, string | undefined>>;

/**
 * Validates a form before the call (docs/product/driving-record.md#filing-an-item). `stored` has the values of an
 * existing item.
 */
export function checkItem(kind: ItemKind, values: ItemValues, stored?: ItemValues): FieldErrors {
  const errors: Record<string, string> = {};
  for (const field of fieldsOf(kind)) {
    if (field.when && !values[field.when]) continue;
    // An unchanged amount or court time is accepted even if it is invalid. It may be older than the
    // rules for these fields.
    const mayStay = field.name === "amount" || field.name === "courtTime";
    if (stored && mayStay && stored[field.name] === values[field.name]) continue;
    const problem = findProblem(kind, field, values);
    if (problem) errors[field.name] = problem;
  }
  return errors;
}

/** Returns why a field's value is invalid; null if it is valid. */
function findProblem(kind: ItemKind, field: ItemField, values: ItemValues): string | null {
  const text = String(values[field.name] ?? "").trim();
  if (field.required && !text) return `${field.label} is required`;
  if (!text) return null;
  if (field.type === "money" && !/^\d+(\.\d{1,2})?$/.test(text)) {
    return "Enter 0 or more, with at most two decimals, such as 2.99.";
  }
  switch (field.name) {
    case "citationNumber":
      return findCitationNumberProblem(text);
    case "points":
      return findNumberProblem(field, text);
    case "courtTime":
      return needsAmOrPm(text) ? "Choose AM or PM." : null;
    case "amount":
      return findAmountProblem(kind, text);
    case "processingFeeAmount":
      return values.processingFeeType === "percentage" && Number(text) > 100
        ? "Enter a percentage of at most 100."
        : null;
    case "dueDate":
      return values.date && text < String(values.date)
        ? "The due date can’t be before the date."
        : null;
    default:
      return null;
  }
}

/** Returns why the text isn't a whole number in the field's range; null if it is. */
function findNumberProblem({ minimum = 0, maximum = Infinity }: ItemField, text: string) {
  const isInRange = /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  return isInRange ? null : `Enter a whole number from ${minimum} to ${maximum}.`;
}

/** Builds the request from all fields. Fields that the form hides are sent empty. */
export function buildBody(kind: ItemKind, values: ItemValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { name, type, when } of fieldsOf(kind)) {
    const value = values[name];
    if (when && !values[when]) body[name] = "";
    // A request sends 0 for a ticket without a court.
    else if (type === "number" || type === "court") body[name] = Number(value);
    else body[name] = typeof value === "string" ? value.trim() : value;
  }
  return body;
}
