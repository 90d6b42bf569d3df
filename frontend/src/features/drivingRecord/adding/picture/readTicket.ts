import type { AddedItemValues } from "../addedItem";

/** Values found in a ticket's text. The driver checks each value before anything is sent. */
export type ReadValues = Partial<
  Pick<AddedItemValues, "kind" | "citationNumber" | "date" | "dueDate" | "amount">
>;

type Label = { name: "citationNumber" | "date" | "dueDate" | "amount" | "other"; pattern: RegExp };

/** Labels printed before values on tickets. Values with an `other` label are ignored: the form has no such field. */
const LABELS: readonly Label[] = [
  {
    name: "citationNumber",
    pattern:
      /\b(?:citation|violation|ticket|notice|summons|complaint|invoice)\s*(?:no\b\.?|num(?:ber)?\b|#)/i,
  },
  {
    name: "date",
    pattern:
      /\b(?:date of (?:violation|offense|occurrence|trip|issue)|(?:violation|offense|issue|transaction|trip) date|issued(?: on)?)\b/i,
  },
  {
    name: "dueDate",
    pattern:
      /\b(?:due date|(?:pay|respond|answer|appear)(?: or \w+)?(?: on or before| by)|must respond by)\b/i,
  },
  {
    name: "amount",
    pattern: /\b(?:(?:total )?amount due|total due|(?:fine|bail|penalty) amount|fine|total)\b/i,
  },
  { name: "other", pattern: /\b(?:notice date|dob|date of birth|birth ?date|exp(?:ires)?)\b/i },
];
const DATE = /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b/;
const AMOUNT = /\$\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{2})?\b/;
/** Matches a citation number: 6 to 24 capital letters, digits and inner hyphens that aren't part of a longer word. */
const NUMBER = /(?<![\w-])[A-Z0-9][A-Z0-9-]{4,22}[A-Z0-9](?![\w-])/;
const VALUES = { date: DATE, dueDate: DATE, amount: AMOUNT, other: DATE };
/** A value is on its label's line, or on one of this many lines below it. */
const LINES_BELOW = 2;

/** A value in a line, with its start (`at`) and end. */
type Found = { at: number; end: number; text: string };

/**
 * Finds the values on a ticket by their labels. A line that has only labels has its
 * values on one of the next two lines, in the same order. Uncertain values are left out,
 * such as a date after `today`.
 */
export function readTicket(text: string, today: string): ReadValues {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const found: Partial<Record<Label["name"], string>> = {};
  let open: { name: Label["name"]; line: number }[] = [];
  lines.forEach((line, row) => {
    open = open.filter((label) => row - label.line <= LINES_BELOW);
    const labels = findLabels(line);
    let rest = line;
    const last = labels.at(-1);
    if (last) {
      const isHeading = line.slice(last.end).replace(/[^\w$]/g, "") === "";
      if (isHeading) {
        open = labels.map(({ name }) => ({ name, line: row }));
        return;
      }
      open = [];
      labels.forEach((label, index) => {
        const part = line.slice(label.end, labels[index + 1]?.at);
        const value = findValue(label.name, part);
        if (value) found[label.name] ??= value.text;
        else open.push({ name: label.name, line: row });
      });
      return;
    }
    for (const label of [...open]) {
      const value = findValue(label.name, rest);
      if (!value) continue;
      found[label.name] ??= value.text;
      rest = rest.slice(0, value.at) + " ".repeat(value.end - value.at) + rest.slice(value.end);
      open = open.filter((one) => one !== label);
    }
  });
  const date = toIso(found.date);
  const dueDate = toIso(found.dueDate);
  const kind = kindOf(text);
  const values: ReadValues = kind ? { kind } : {};
  if (found.citationNumber) values.citationNumber = found.citationNumber;
  if (date && date <= today) values.date = date;
  if (dueDate && (!date || dueDate > date)) values.dueDate = dueDate;
  if (found.amount) values.amount = found.amount;
  return values;
}

/** Returns the labels in a line, each with its position, from left to right. */
function findLabels(line: string) {
  return LABELS.flatMap(({ name, pattern }) => {
    const match = pattern.exec(line);
    return match ? [{ name, at: match.index, end: match.index + match[0].length }] : [];
  }).sort((a, b) => a.at - b.at);
}

/** Returns the first value in the text that fits the label; null if there is none. */
function findValue(name: Label["name"], text: string): Found | null {
  if (name !== "citationNumber") {
    const match = VALUES[name].exec(text);
    if (!match) return null;
    const at = match.index;
    const value =
      name === "amount" ? `${match[1]?.replaceAll(",", "")}${match[2] ?? ""}` : match[0];
    return { at, end: at + match[0].length, text: value };
  }
  for (const match of text.matchAll(new RegExp(NUMBER, "g"))) {
    const digits = match[0].replace(/\D/g, "").length;
    if (digits < 4 || DATE.test(match[0])) continue;
    return { at: match.index, end: match.index + match[0].length, text: match[0] };
  }
  return null;
}

/** Turns a date in the American order into `YYYY-MM-DD`; null if there is no such day. */
function toIso(text: string | undefined): string | null {
  const [, month = "", day = "", year = ""] = DATE.exec(text ?? "") ?? [];
  if (!year) return null;
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/**
 * Returns the kind of item that the text mentions; null if the text mentions none. Ignores "toll-free", because any
 * notice may have such a number.
 */
function kindOf(text: string): AddedItemValues["kind"] | null {
  if (/\btolls?\b(?![ -]?free)/i.test(text)) return "toll";
  if (/\b(?:parking|meter)\b/i.test(text)) return "parking";
  return /\b(?:speed(?:ing)?|traffic|notice to appear)\b/i.test(text) ? "ticket" : null;
}
