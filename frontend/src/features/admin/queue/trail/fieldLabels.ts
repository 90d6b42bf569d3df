/** Labels for field names that would be unclear if split into words. */
const NAMES: Readonly<Record<string, string>> = {
  bytes: "Size in bytes",
  claim: "What was verified",
  found: "Item found",
  how: "Explanation",
  ids: "IDs",
  ip: "IP address",
  isSeenByAdmin: "Seen by staff",
  issuing_officer_agency: "Issuing officer or agency",
  items: "Item IDs",
  lastAdminUpdateAt: "Last updated",
  lastFourSSN: "SSN digits",
  list: "List exported",
  merged: "Merged authority",
  onFileAlready: "Already on file",
  paymentsGiven: "Payments assigned",
  plateFrom: "Plate since",
  providerId: "Payment provider’s ID",
  providerWords: "Payment provider’s message",
  removed: "Items removed",
  sentThoughRefunded: "Sent although refunded",
  setAside: "Rows with errors",
  stored: "Items added",
  verdict: "Decision",
  waiting: "Unmatched citations",
};

/**
 * Returns a readable name for an audited field: "dueDate" and "due_date" become "Due date", "isPaid" becomes "Paid".
 */
export function labelField(name: string): string {
  const specialName = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (specialName) return specialName;
  const words = name
    .replace(/^is(?=[A-Z_])_?/, "")
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\bid\b/, "ID");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats an audited value. A flag becomes Yes or No, and a missing value a dash. */
export function formatValue(value: string | undefined): string {
  if (value === "true") return "Yes";
  if (value === "false") return "No";
  return value || "—";
}
