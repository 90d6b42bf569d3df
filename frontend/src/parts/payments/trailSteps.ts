import type { MoneyTrail } from "@/api/types";
import { shortDate } from "@/lib/dates";
import { deadlineDay, describeSending } from "./sending";

/** One step of the money's way to the authority. */
export type Step = { text: string; state: "done" | "coming" | "late" };

/** Returns the day of a time in the user's time zone, as YYYY-MM-DD. */
export function dayOf(time: string): string {
  const at = new Date(time);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/**
 * The trail of a payment to the court, city or toll agency, in three steps. A step that isn't done says when it is due.
 */
export function buildTrailSteps(trail: MoneyTrail, now: Date): Step[] {
  const to = trail.authority ?? "the authority";
  const day = (date: string) => shortDate(date, now);
  const isSent = trail.sentOn !== null;
  const isLate = new Date(trail.sendBy).getTime() < now.getTime();
  return [
    { text: `Charged ${day(dayOf(trail.chargedAt))}`, state: "done" },
    isSent
      ? {
          text: `Sent to ${to} ${day(trail.sentOn ?? "")}${trail.reference ? ` (ref. ${trail.reference})` : ""}`,
          state: "done",
        }
      : isLate
        ? { text: "Not sent yet. Our staff are working on it", state: "late" }
        : {
            text: describeSending(trail.authority, deadlineDay(trail.sendBy), now),
            state: "coming",
          },
    trail.acceptedOn
      ? { text: `Accepted ${day(trail.acceptedOn)}`, state: "done" }
      : { text: `Waiting for ${to} to confirm`, state: "coming" },
  ];
}
