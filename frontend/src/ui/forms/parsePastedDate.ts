/**
 * Parses a date such as 1/2/1990, 1-2-1990, 1.2.1990 (month first) or 1990-01-02 into YYYY-MM-DD.
 * Returns null for any other text.
 */
export function parsePastedDate(text: string): string | null {
  const [, month, day, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim()) ?? [];
  const padTwo = (part: string) => part.padStart(2, "0");
  const date = year && month && day ? `${year}-${padTwo(month)}-${padTwo(day)}` : text.trim();
  const time = new Date(`${date}T00:00:00Z`);
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(time.getTime());
  // Rejects days that the month doesn't have, which Date would move to the next month.
  return isDate && time.toISOString().startsWith(date) ? date : null;
}
