const EXACT = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const RELATIVE = new Intl.RelativeTimeFormat("en-US", { numeric: "always", style: "narrow" });
const STEPS = [
  ["minute", 60],
  ["hour", 60],
  ["day", 24],
  ["month", 30],
  ["year", 12],
] as const;

/** Formats month, day, year, hour and minute in the user's time zone (docs/product/page.md#dates-on-screen). */
export const formatExactTime = (time: string): string => EXACT.format(new Date(time));

/** Formats a time as "5m ago" or "1d ago", and as `nowText` within a minute. */
export function formatRelativeTime(time: string, now: Date, nowText = "Just now"): string {
  let amount = (new Date(time).getTime() - now.getTime()) / 1000;
  let unit: Intl.RelativeTimeFormatUnit = "second";
  for (const [next, size] of STEPS) {
    if (Math.abs(amount) < size) break;
    amount /= size;
    unit = next;
  }
  return unit === "second" ? nowText : RELATIVE.format(Math.trunc(amount), unit);
}
