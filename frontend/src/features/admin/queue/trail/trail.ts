/** Describes a change in one line, such as "status: Fine → Warning". */
export function changed(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => {
      const [from, to] = [before[name], after[name]];
      if (from === undefined || from === "") return `${name}: ${to ?? "—"}`;
      return `${name}: ${from} → ${to ?? "—"}`;
    })
    .join("; ");
}
