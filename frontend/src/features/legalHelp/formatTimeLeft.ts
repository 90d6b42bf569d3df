const MINUTE_MS = 60_000;

/** Time left until a moment: "1 day 3 hours", "5 hours 12 minutes", "less than a minute". Returns null once it has passed. */
export function formatTimeLeft(until: string, now: number): string | null {
  const remaining = Date.parse(until) - now;
  if (!(remaining > 0)) return null;
  const minutes = Math.floor(remaining / MINUTE_MS);
  if (minutes === 0) return "less than a minute";
  const [days, hours, rest] = [
    Math.floor(minutes / 1440),
    Math.floor(minutes / 60) % 24,
    minutes % 60,
  ];
  const parts = [
    days > 0 && countWithUnit(days, "day"),
    hours > 0 && countWithUnit(hours, "hour"),
    rest > 0 && days === 0 && countWithUnit(rest, "minute"),
  ];
  return parts.filter(Boolean).join(" ");
}

const countWithUnit = (number: number, unit: string) =>
  `${number} ${unit}${number === 1 ? "" : "s"}`;
