import { keysOf } from "@/lib/labels";
import type { FilterOption, FilterSpec } from "../table/tools/ListTools";

/** Converts words to filter options, whose labels are the words themselves. */
export const toOptions = (texts: readonly string[]): FilterOption[] =>
  texts.map((word) => ({ value: word, label: word }));

/** Converts a table of labels to filter options. */
export const toLabeledOptions = <W extends string>(
  labels: Readonly<Record<W, string>>,
): FilterOption[] => keysOf(labels).map((value) => ({ value, label: labels[value] }));

export const SOLVED: FilterSpec = {
  name: "solved",
  label: "Resolved",
  options: [
    { value: "false", label: "Not resolved" },
    { value: "true", label: "Resolved" },
  ],
};

export const SEARCH_HINT =
  "One or two characters match the start of a word. Three or more match any part. Press / to search.";

/** Formats an amount from the server, such as "1250.00", as "$1,250.00". */
export function dollars(amount: string): string {
  return Number(amount).toLocaleString("en-US", { style: "currency", currency: "USD" });
}
