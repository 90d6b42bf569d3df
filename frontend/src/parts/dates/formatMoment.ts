import { keepMeridiem } from "@/lib/dates";

const MINUTE_MS = 60_000;

/**
 * Formats a time in the user's time zone: "Mon, Nov 23, 6:00 PM EST", with the year if it isn't the
 * current one. Midnight is shown as 11:59 PM of the day before, so that the day is unambiguous.
 */
export function formatMoment(iso: string, now: number): string {
  const time = new Date(iso);
  const isMidnight = time.getHours() === 0 && time.getMinutes() === 0;
  const displayed = isMidnight ? new Date(time.getTime() - MINUTE_MS) : time;
  const clock = displayed.toLocaleTimeString("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  const day = displayed.toLocaleDateString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    ...(displayed.getFullYear() !== new Date(now).getFullYear() && { year: "numeric" }),
  });
  return `${day}, ${keepMeridiem(clock)}`;
}
