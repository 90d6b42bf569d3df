import { labelField, formatValue } from "./fieldLabels";

/** Formats a change in one line, such as "Status: Fine → Warning". */
export function formatChange(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => {
      const [from, to] = [before[name], formatValue(after[name])];
      const field = labelField(name);
      return from ? `${field}: ${formatValue(from)} → ${to}` : `${field}: ${to}`;
    })
    .join("; ");
}
