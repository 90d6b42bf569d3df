import { formatMoment } from "@/parts/dates/formatMoment";
import type { Tone } from "@/ui/feedback/Chip";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * The deadline for contacting the driver turns amber this long before it passes, in milliseconds. The deadline is 12
 * hours after the payment.
 */
export const CONTACT_WARNING_MS = 4 * HOUR_MS;

/** Returns the text and color of a deadline: green, amber shortly before it, red once it has passed. */
export function deadlineChip(
  deadline: string,
  now: number,
  { label = "By", warningMs = DAY_MS } = {},
): { tone: Tone; text: string } {
  const remaining = Date.parse(deadline) - now;
  const time = formatMoment(deadline, now);
  if (remaining < 0) return { tone: "bad", text: `Overdue since ${time}` };
  return { tone: remaining < warningMs ? "warn" : "good", text: `${label} ${time}` };
}
