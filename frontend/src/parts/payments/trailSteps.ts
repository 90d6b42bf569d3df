import type { MoneyTrail } from "@/api/types";
import { shortDate } from "@/lib/dates";
import { deadlineDay, describeSending, UNREGISTERED } from "./sendDates";

/** One stage of a payment's trail to the authority. */
export type Step = { text: string; state: "done" | "coming" | "late" };

/** Returns the day of a time in the user's time zone, as YYYY-MM-DD. */
export function dayOf(time: string): string {
  const at = new Date(time);
  const padTwo = (n: number) => String(n).padStart(2, "0");
  return `${at.getFullYear()}-${padTwo(at.getMonth() + 1)}-${padTwo(at.getDate())}`;
}

/**
 * The step of sending the money to the authority, such as "By Nov 5, we’ll send your payment to New York City". Has
 * another text for money that is late or was sent.
 */
export function buildSendStep(trail: MoneyTrail, now: Date): Step {
  const to = trail.authority ?? UNREGISTERED;
  if (trail.sentOn !== null) {
    const reference = trail.reference ? ` (ref. ${trail.reference})` : "";
    return { text: `Sent to ${to} ${shortDate(trail.sentOn, now)}${reference}`, state: "done" };
  }
  if (new Date(trail.sendBy).getTime() < now.getTime())
    return { text: "Not sent yet. We’re working on it", state: "late" };
  return {
    text: describeSending(trail.authority, deadlineDay(trail.sendBy), now),
    state: "coming",
  };
}

/**
 * The trail of a payment to the court, city or toll agency, in three steps: charged, sent and accepted.
 */
export function buildTrailSteps(trail: MoneyTrail, now: Date): Step[] {
  const day = (date: string) => shortDate(date, now);
  return [
    { text: `Charged ${day(dayOf(trail.chargedAt))}`, state: "done" },
    buildSendStep(trail, now),
    trail.acceptedOn
      ? { text: `Accepted ${day(trail.acceptedOn)}`, state: "done" }
      : { text: describeConfirming(trail), state: "coming" },
  ];
}

/** Says that the authority must still confirm the payment. It can do so only after the payment was sent. */
function describeConfirming({ authority, sentOn }: MoneyTrail): string {
  const by = authority ?? UNREGISTERED;
  return sentOn === null ? `Then ${by} confirms it` : `Waiting for ${by} to confirm`;
}
