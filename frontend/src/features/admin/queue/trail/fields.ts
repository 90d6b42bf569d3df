/** Field names that split into words badly, as staff call them. */
const NAMES: Readonly<Record<string, string>> = {
  how: "How it was paid",
  ids: "IDs",
  ip: "IP address",
  lastFourSSN: "SSN digits",
  providerId: "Provider’s ID",
  providerWords: "Provider’s message",
};

/** The name of an audited field in words: "dueDate" and "due_date" are "Due date", "isPaid" is "Paid". */
export function fieldText(name: string): string {
  const known = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (known) return known;
  const words = name
    .replace(/^is(?=[A-Z_])_?/, "")
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\bid\b/, "ID");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An audited value; a flag is Yes or No. */
export function valueText(value: string | undefined): string {
  if (value === "true") return "Yes";
  if (value === "false") return "No";
  return value || "—";
}
