/** "Mon, Nov 23, 6:00 PM", in the person's time zone. */
export const moment = (iso: string): string =>
  new Date(iso).toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
