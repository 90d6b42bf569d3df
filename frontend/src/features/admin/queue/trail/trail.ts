import { fieldText, valueText } from "./fields";

/** Formats a change in one line, such as "Status: Fine → Warning". */
export function formatChange(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => {
      const [from, to] = [before[name], valueText(after[name])];
      const field = fieldText(name);
      return from ? `${field}: ${valueText(from)} → ${to}` : `${field}: ${to}`;
    })
    .join("; ");
}
