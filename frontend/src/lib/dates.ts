const DAY_MS = 86_400_000;

/** MM/DD/YYYY of a date (YYYY-MM-DD, taken as it is) or a time (ISO, in the person's time zone). */
export function formatDate(text: string | null | undefined): string {
  if (!text) return "";
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (date) return `${date[2]}/${date[3]}/${date[1]}`;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return text;
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(time.getMonth() + 1)}/${two(time.getDate())}/${time.getFullYear()}`;
}

/** Whole calendar days from today to a date: 0 today, negative once it has passed; null when it is not a date. */
export function daysUntil(date: string | null | undefined, now: Date): number | null {
  const parts = date && /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!parts) return null;
  const [, year, month, day] = parts.map(Number);
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1) - today) / DAY_MS);
}

export type Due = { tone: "neutral" | "warn" | "bad"; text: string };

const SOON_DAYS = 7;

/** The words of a due chip: "in 3 days", "today", "overdue 2 days". */
export function dueText(date: string | null | undefined, now: Date): Due | null {
  const days = daysUntil(date, now);
  if (days === null) return null;
  const count = (n: number) => (n === 1 ? "1 day" : `${n} days`);
  if (days < 0) return { tone: "bad", text: `Overdue ${count(-days)}` };
  if (days === 0) return { tone: "warn", text: "Due today" };
  if (days === 1) return { tone: "warn", text: "Due tomorrow" };
  return { tone: days <= SOON_DAYS ? "warn" : "neutral", text: `Due in ${count(days)}` };
}

/** "Dec 2", with the year only when it is another one; "" when it is no date. */
export function shortDate(date: string | null | undefined, now: Date): string {
  const parts = date && /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!parts) return "";
  const [, year, month, day] = parts.map(Number);
  const other = year !== now.getFullYear() && { year: "numeric" as const };
  return new Date(year ?? 0, (month ?? 1) - 1, day ?? 1).toLocaleDateString("en-US", {
    month: "short",
    day: "numeric",
    ...other,
  });
}

/** "in 4 days": for a day that is no deadline, such as one in court. */
export function daysText(date: string | null | undefined, now: Date): string {
  const days = daysUntil(date, now);
  if (days === null) return "";
  if (days < 0) return days === -1 ? "yesterday" : `${-days} days ago`;
  return ["today", "tomorrow"][days] ?? `in ${days} days`;
}

const CLOCK = /^(\d{1,2})(?::(\d{2}))?\s*(?:([ap])[. ]*m[. ]*)?$/i;

/**
 * An unambiguous clock time in twelve hours: "14:05" is "2:05 PM". Anything else is quoted as it is written, such as "1:30", which may
 * be either half of the day. The server reads times alike: both are held against crates/domain/cases/clock.json.
 */
export function clockText(text: string | null | undefined): string {
  const written = (text ?? "").trim();
  const [, hours = "", minutes, half] = CLOCK.exec(written) ?? [];
  const hour = Number(hours);
  const isRead = half
    ? hour >= 1 && hour <= 12
    : minutes !== undefined && (hours === "00" || (hour > 12 && hour < 24));
  if (!hours || !isRead || Number(minutes ?? 0) > 59) return written;
  const isLate = half ? half.toLowerCase() === "p" : hour >= 12;
  // One line holds both, as the browser's own times do.
  return `${hour % 12 || 12}:${minutes ?? "00"}\u00a0${isLate ? "PM" : "AM"}`;
}
