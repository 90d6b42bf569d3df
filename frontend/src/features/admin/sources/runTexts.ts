import type { RunReason, RunFailure, SourceRun } from "@/api/types";
import { formatCount, lookUpLabel } from "@/lib/labels";
import type { Tone } from "@/ui/feedback/Chip";

export const REASONS: Record<RunReason, string> = {
  daily: "Daily check",
  verified: "New plates",
  by_staff: "Manual check",
};

const FAILURES: Record<RunFailure, string> = {
  down: "Couldn’t connect",
  slow: "Timed out",
  throttled: "City limited our requests",
  columns_changed: "City changed its columns",
  nonsense: "Unreadable response",
  ours: "Error at Lanewise",
};

/** Returns a run's state in a few words. */
export function stateOf(run: SourceRun): { word: string; tone: Tone } {
  // A run continues after a failure if the city may still answer for other plates.
  if (!run.endedAt)
    return run.waitsUntil ? { word: "Waiting", tone: "warn" } : { word: "Checking", tone: "info" };
  if (run.trouble) return { word: lookUpLabel(FAILURES, run.trouble) ?? run.trouble, tone: "bad" };
  return { word: "Done", tone: "good" };
}

/** Formats a count with its noun; false if the count is zero. */
const countWithNoun = (count: number, singular: string, plural: string) =>
  count > 0 && `${formatCount(count)} ${count === 1 ? singular : plural}`;

/**
 * Returns a run's result, such as "3 new, 1 changed". If the run did nothing, returns a dash until it has ended, then
 * "Nothing new" or, after a failure, "Nothing was changed".
 */
export function describeResult(run: SourceRun): string {
  const parts = [
    countWithNoun(run.filed, "new", "new"),
    countWithNoun(run.changed, "changed", "changed"),
    countWithNoun(run.settled, "settled", "settled"),
    countWithNoun(run.queued, "to review", "to review"),
    countWithNoun(run.unreadable, "unusable row", "unusable rows"),
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(", ");
  if (!run.endedAt) return "—";
  return run.trouble ? "Nothing was changed" : "Nothing new";
}
