import { moment } from "@/parts/dates/moment";
import type { Tone } from "@/ui/feedback/Chip";

const DAY_MS = 86_400_000;

/** Returns the text and color of a deadline: green, amber within a day, red once it has passed. */
export function deadlineChip(by: string, now: number, label = "By"): { tone: Tone; text: string } {
  const left = Date.parse(by) - now;
  const at = moment(by, now);
  if (left < 0) return { tone: "bad", text: `Overdue since ${at}` };
  return { tone: left < DAY_MS ? "warn" : "good", text: `${label} ${at}` };
}
