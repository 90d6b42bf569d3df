import type { CourtAppearance } from "@/api/types";
import { clockText, daysUntil, shortDate } from "@/lib/dates";

type Court = Pick<CourtAppearance, "courtDate" | "courtTime">;

/**
 * Returns the sentence that paying doesn't cancel the court appearance, with its date if
 * that is known (docs/product/driving-record.md#court-appearances).
 */
export function describeRemainingCourt({ courtDate, courtTime }: Court, now: Date): string {
  const days = daysUntil(courtDate, now);
  if (days === null)
    return "Paying doesn’t cancel your court appearance. We don’t have the court date. Check your ticket or ask the court.";
  const day = shortDate(courtDate, now);
  const dateAndTime = [day, clockText(courtTime)].filter(Boolean).join(", ");
  return days < 0
    ? `Paying doesn’t cancel your court date. Your court date was ${day}. Get help with next steps.`
    : `Paying doesn’t cancel your court date. You must still appear on ${dateAndTime}.`;
}
