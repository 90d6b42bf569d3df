import type { PaidItem } from "@/api/types";
import { keepMeridiem } from "@/lib/dates";

export type Month = { name: string; items: PaidItem[] };

const MONTH_FORMAT = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });
const TIME_FORMAT = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** Formats a time as "Jan 5, 2026, 11:30 PM EST" in the user's time zone. */
export const formatTime = (time: string) => keepMeridiem(TIME_FORMAT.format(new Date(time)));

/** Groups payments, newest first, by month in the user's time zone. */
export function groupByMonth(items: readonly PaidItem[]): Month[] {
  const months: Month[] = [];
  for (const item of items) {
    const name = MONTH_FORMAT.format(new Date(item.paidAt));
    const last = months.at(-1);
    if (last?.name === name) last.items.push(item);
    else months.push({ name, items: [item] });
  }
  return months;
}
