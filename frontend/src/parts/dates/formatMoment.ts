const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Formats a time less than six days away as "Monday 6:00 PM EST", any other as "Mon, Dec 7, 6:00 PM EST" (with the
 * year if it isn't the current one), in the user's time zone. Midnight is shown as 11:59 PM of the day before, so that
 * the day is unambiguous.
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
  const isNear = Math.abs(time.getTime() - now) < 6 * DAY_MS;
  const day = displayed.toLocaleDateString(
    "en-US",
    isNear
      ? { weekday: "long" }
      : {
          weekday: "short",
          month: "short",
          day: "numeric",
          ...(displayed.getFullYear() !== new Date(now).getFullYear() && { year: "numeric" }),
        },
  );
  return isNear ? `${day} ${clock}` : `${day}, ${clock}`;
}
