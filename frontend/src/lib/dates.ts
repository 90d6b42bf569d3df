const DAY_MS = 86_400_000;

/** Formats a date (YYYY-MM-DD, taken as is) or a time (ISO, in the user's time zone) as MM/DD/YYYY. */
export function formatDate(text: string | null | undefined): string {
  if (!text) return "";
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (date) return `${date[2]}/${date[3]}/${date[1]}`;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return text;
  const padTwo = (n: number) => String(n).padStart(2, "0");
  return `${padTwo(time.getMonth() + 1)}/${padTwo(time.getDate())}/${time.getFullYear()}`;
}

/** Whole calendar days from today to a date: 0 is today, negative is past. Null if the string isn't a date. */
export function daysUntil(date: string | null | undefined, now: Date): number | null {
  const parts = date && /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!parts) return null;
  const [, year, month, day] = parts.map(Number);
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1) - today) / DAY_MS);
}

export type DueDateText = { tone: "neutral" | "warn" | "bad"; text: string };

type DueItem = { dueDate: string | null; isOverdue: boolean };

const SOON_DAYS = 7;

/**
 * Returns the text and tone of an item's due-date chip, such as "Due in 3 days". Null for an item
 * that isn't overdue and has no valid due date. The server decides whether an item is overdue.
 */
export function describeDueDate(item: DueItem, now: Date): DueDateText | null {
  const days = daysUntil(item.dueDate, now);
  const formatDays = (n: number) => (n === 1 ? "1 day" : `${n} days`);
  if (item.isOverdue) {
    const isPast = days !== null && days < 0;
    return { tone: "bad", text: isPast ? `Overdue ${formatDays(-days)}` : "Overdue" };
  }
  if (days === null) return null;
  if (days <= 0) return { tone: "warn", text: "Due today" };
  if (days === 1) return { tone: "warn", text: "Due tomorrow" };
  return { tone: days <= SOON_DAYS ? "warn" : "neutral", text: `Due in ${formatDays(days)}` };
}

/** Formats a date as "Dec 2", with the year if it isn't the current one. Returns "" if the string isn't a date. */
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

/**
 * Formats the distance to a day, such as "in 4 days" or "yesterday". Returns "" if the
 * string isn't a date.
 */
export function formatDaysAway(date: string | null | undefined, now: Date): string {
  const days = daysUntil(date, now);
  if (days === null) return "";
  if (days < 0) return days === -1 ? "yesterday" : `${-days} days ago`;
  return ["today", "tomorrow"][days] ?? `in ${days} days`;
}

/** Keeps a time and AM or PM on one line, with a no-break space. Browsers differ in the space they write. */
export const keepMeridiem = (text: string): string => text.replace(/\s(?=[AP]M\b)/g, "\u00a0");

/** Whether a string is a clock time that could be AM or PM: "1:30", but not "13:30" or "1:30 PM". */
export function needsAmOrPm(text: string): boolean {
  const [, hours = "", minutes = "00", meridiem] = CLOCK.exec(text.trim()) ?? [];
  const isInEither = hours !== "00" && Number(hours) >= 1 && Number(hours) <= 12;
  return isInEither && !meridiem && Number(minutes) <= 59;
}

const CLOCK = /^(\d{1,2})(?::(\d{2}))?\s*(?:([ap])[. ]*m[. ]*)?$/i;

/**
 * Formats an unambiguous time in the 12-hour format: "14:05" becomes "2:05 PM". Anything else
 * stays as written, such as "1:30", which may be AM or PM. The server has the same rules. Page and
 * server are tested with crates/domain/cases/clock.json.
 */
export function clockText(text: string | null | undefined): string {
  const trimmed = (text ?? "").trim();
  const [, hours = "", minutes, half] = CLOCK.exec(trimmed) ?? [];
  const hour = Number(hours);
  const isRead = half
    ? hour >= 1 && hour <= 12
    : minutes !== undefined && (hours === "00" || (hour > 12 && hour < 24));
  if (!hours || !isRead || Number(minutes ?? 0) > 59) return trimmed;
  const isLate = half ? half.toLowerCase() === "p" : hour >= 12;
  return keepMeridiem(`${hour % 12 || 12}:${minutes ?? "00"} ${isLate ? "PM" : "AM"}`);
}
