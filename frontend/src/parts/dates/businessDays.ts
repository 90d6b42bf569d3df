/**
 * Business days are counted in this time zone, wherever the user is (docs/product/everywhere.md#business-time-zone).
 */
const BUSINESS_ZONE = "America/New_York";

/** Returns the date in the business time zone, as YYYY-MM-DD. */
export function toBusinessDate(time: Date): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: BUSINESS_ZONE,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(time);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value;
  return [partOf("year"), partOf("month"), partOf("day")].join("-");
}

/** Returns the date this many business days after a time, as YYYY-MM-DD. Saturdays and Sundays don't count. */
export function businessDaysAfter(time: string, days: number): string {
  const day = new Date(`${toBusinessDate(new Date(time))}T00:00:00Z`);
  for (let remaining = days; remaining > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) remaining -= 1;
  }
  return day.toISOString().slice(0, 10);
}
