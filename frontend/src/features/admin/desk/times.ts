const EXACT = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const SHORT = new Intl.RelativeTimeFormat("en-US", { numeric: "always", style: "narrow" });
const LONG = new Intl.RelativeTimeFormat("en-US", { numeric: "always", style: "long" });
const STEPS = [
  ["minute", 60],
  ["hour", 60],
  ["day", 24],
  ["month", 30],
  ["year", 12],
] as const;

/** Formats month, day, year, hour and minute in the user's time zone (docs/product/page.md#dates-on-screen). */
export const formatExactTime = (time: string): string => EXACT.format(new Date(time));

/** Formats a time as "5m ago" or, in the long form, as "5 minutes ago". Within a minute, returns `nowText`. */
export function formatRelativeTime(
  time: string,
  now: Date,
  nowText = "Just now",
  isLong = false,
): string {
  let amount = (new Date(time).getTime() - now.getTime()) / 1000;
  let unit: Intl.RelativeTimeFormatUnit = "second";
  for (const [next, size] of STEPS) {
    if (Math.abs(amount) < size) break;
    amount /= size;
    unit = next;
  }
  return unit === "second" ? nowText : (isLong ? LONG : SHORT).format(Math.trunc(amount), unit);
}
