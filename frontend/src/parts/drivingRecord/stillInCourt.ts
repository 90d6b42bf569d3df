import type { Ticket } from "@/api/types";
import { clockText, daysUntil, shortDate } from "@/lib/dates";

type Court = Pick<Ticket, "isCourtRequired" | "courtDate" | "courtTime">;

/** Says that a mandatory court appearance remains after paying. Returns null if no court appearance is required. */
export function stillInCourt(court: Court, now: Date): string | null {
  if (!court.isCourtRequired) return null;
  const days = daysUntil(court.courtDate, now);
  const day = shortDate(court.courtDate, now);
  const then = [day, clockText(court.courtTime)].filter(Boolean).join(", ");
  if (days === null) return "Paying doesn't cancel court. The court will send you a date.";
  return days < 0
    ? `Paying doesn't cancel court. Your court date was ${day}; ask Help what’s next.`
    : `Paying doesn't cancel court. You must still appear on ${then}.`;
}
