import type { ChargebackStatus } from "@/api/types";
import type { Tone } from "@/ui/feedback/Chip";

export const CHARGEBACK_LABELS: Record<ChargebackStatus, string> = {
  inquiry: "Bank inquiry",
  inquiry_under_review: "Bank inquiry under review",
  inquiry_closed: "Bank inquiry closed",
  needs_response: "Needs response",
  under_review: "Under review",
  won: "Won",
  lost: "Lost",
  prevented: "Chargeback prevented",
};

export const CHARGEBACK_TONES: Record<ChargebackStatus, Tone> = {
  inquiry: "warn",
  inquiry_under_review: "info",
  inquiry_closed: "neutral",
  needs_response: "bad",
  under_review: "info",
  won: "good",
  lost: "bad",
  prevented: "neutral",
};

/** Shown for a chargeback without a deadline for evidence. */
export const NO_EVIDENCE = "The bank doesn’t accept evidence for this chargeback.";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const formatUnitsLeft = (count: number, unit: string) =>
  `${count} ${unit}${count === 1 ? "" : "s"} left`;

/**
 * Formats the time left for evidence, such as "5 days left", or says that there is no deadline or
 * that it has passed. Rounded down, so that no more time is promised than there is.
 */
export function formatTimeLeft(dueBy: string | null, now: number): string {
  if (dueBy === null) return NO_EVIDENCE;
  const remaining = new Date(dueBy).getTime() - now;
  if (remaining <= 0) return "Deadline passed";
  if (remaining >= DAY) return formatUnitsLeft(Math.floor(remaining / DAY), "day");
  if (remaining >= HOUR) return formatUnitsLeft(Math.floor(remaining / HOUR), "hour");
  return "Less than an hour left";
}
