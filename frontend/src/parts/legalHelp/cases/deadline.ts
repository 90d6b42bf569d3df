import { formatMoment } from "@/parts/dates/formatMoment";
import type { Tone } from "@/ui/feedback/Chip";

const DAY_MS = 86_400_000;

/** Returns the text and color of a deadline: green, amber within a day, red once it has passed. */
export function deadlineChip(by: string, now: number, label = "By"): { tone: Tone; text: string } {
  const remaining = Date.parse(by) - now;
  const time = formatMoment(by, now);
  if (remaining < 0) return { tone: "bad", text: `Overdue since ${time}` };
  return { tone: remaining < DAY_MS ? "warn" : "good", text: `${label} ${time}` };
}
