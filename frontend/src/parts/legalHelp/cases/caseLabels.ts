import type {
  CaseEvent,
  CaseEventKind,
  CaseHandling,
  CaseOutcome,
  CaseStep,
  GuaranteeResult,
  LawyerHire,
  LegalCase,
  OffenseClass,
  PleaAnswer,
  Verdict,
} from "@/api/types";
import { clockText, formatDate } from "@/lib/dates";
import { centsOf, formatCents } from "@/lib/money";
import { humanize, isKeyOf, pointsText } from "@/lib/labels";
import { dueDateOf } from "@/parts/dates/dueDate";
import type { Tone } from "@/ui/feedback/Chip";

export const STEPS: Readonly<Record<CaseStep, { text: string; tone: Tone }>> = {
  hired: { text: "Looking for a lawyer", tone: "warn" },
  offered: { text: "Offered to a lawyer", tone: "warn" },
  conflict_cleared: { text: "Conflict check passed", tone: "warn" },
  accepted: { text: "Accepted by a lawyer", tone: "info" },
  agreement_signed: { text: "Agreement signed", tone: "info" },
  appearance_filed: { text: "Registered with the court", tone: "info" },
  court_date_set: { text: "Court date set", tone: "info" },
  offer_pending: { text: "Prosecutor’s offer needs an answer", tone: "warn" },
  deferred: { text: "Decision deferred", tone: "info" },
  decided: { text: "Decided", tone: "good" },
  appeal_window: { text: "Appeal period", tone: "good" },
  closed: { text: "Closed", tone: "neutral" },
  no_lawyer: { text: "No lawyer found", tone: "bad" },
  withdrawn: { text: "Lawyer withdrew", tone: "bad" },
  ended: { text: "Ended", tone: "neutral" },
};

/** Returns a step's label and color. The name of an unknown step of a newer server is shown as readable text. */
export const stepLabel = (step: CaseStep): { text: string; tone: Tone } =>
  isKeyOf(STEPS, step) ? STEPS[step] : { text: humanize(step), tone: "neutral" };

/** How a case gets its lawyer. Drivers, lawyers and staff read the same sentence. */
export const HOW_MATCHED =
  "We offer each case to one lawyer at a time. The lawyer must be licensed in the court’s state, take this kind of case in that court, and have room for another case. The lawyer who has waited longest for an offer goes first. Lawyers can’t pay to go first, and we don’t rate them.";

const FINAL_STEPS = new Set<CaseStep>(["closed", "no_lawyer", "withdrawn", "ended"]);

/**
 * Whether the case is finished, so that no step follows. The page and the server are tested with
 * crates/domain/cases/case_steps.json.
 */
export const isFinished = ({ step }: { step: CaseStep }): boolean => FINAL_STEPS.has(step);

const DECIDED_STEPS = new Set<CaseStep>(["decided", "appeal_window", "closed"]);

/** Whether the court has decided the case, or staff closed it. Tested with the same cases as `isFinished`. */
export const isDecided = (step: CaseStep): boolean => DECIDED_STEPS.has(step);

/**
 * Returns who handles the hire. Hires from before cases were introduced have no such field; they
 * were handled outside Lanewise.
 */
export const handlingOf = ({ handling = "outside" }: LawyerHire) => handling;

const HANDLINGS: Readonly<Record<CaseHandling, string | null>> = {
  matched: null,
  by_staff: "Handled by staff",
  outside: "Handled outside Lanewise",
};

/** Returns the label for who handles a case. Null if Lanewise offers the case to lawyers on record. */
export const handlingText = (handling: CaseHandling): string | null =>
  isKeyOf(HANDLINGS, handling) ? HANDLINGS[handling] : humanize(handling);

export const OUTCOMES: Readonly<Record<CaseOutcome, string>> = {
  dismissed: "Dismissed",
  not_guilty: "Not guilty",
  amended: "Amended to a non-moving violation",
  reduced: "Reduced",
  deferred: "Deferred or withheld",
  traffic_school: "Traffic school",
  guilty: "Guilty",
  default: "Decided without an appearance",
};

export const outcomeText = (outcome: CaseOutcome): string =>
  isKeyOf(OUTCOMES, outcome) ? OUTCOMES[outcome] : humanize(outcome);

/**
 * Whether the driver owes nothing after the outcome. The page and the server are tested with
 * crates/domain/cases/owes_nothing.json.
 */
export const owesNothing = (outcome: CaseOutcome): boolean =>
  outcome === "dismissed" || outcome === "not_guilty";

/** Returns the due date of the case’s ticket, if it has one. Null if nothing is owed. */
export const dueDateOfCase = ({ citation, verdict }: LegalCase): string | null =>
  verdict && owesNothing(verdict.outcome) ? null : dueDateOf(citation);

export const OFFENSES: Readonly<Record<OffenseClass, string>> = {
  infraction: "Infraction",
  misdemeanor: "Misdemeanor",
  unknown: "Not known yet",
};

export const GUARANTEE_RESULTS: Readonly<Record<GuaranteeResult, string>> = {
  won: "Won",
  lost: "Lost",
  not_yet: "Decided later",
};

export const ANSWERS: Readonly<Record<PleaAnswer, string>> = {
  accept: "Accepted",
  refuse: "Rejected",
  ask: "Asked a question",
};

const EVENTS: Readonly<Record<CaseEventKind, string>> = {
  hired: "Lawyer hired",
  lawyer_offered: "Offered to a lawyer",
  conflict_cleared: "Conflict check passed",
  lawyer_accepted: "A lawyer accepted",
  lawyer_declined: "A lawyer declined",
  lawyer_offer_lapsed: "A lawyer didn’t answer in time",
  lawyer_skipped: "Offer to the lawyer withdrawn",
  agreement_sent: "Agreement sent",
  signature_reminded: "Driver reminded to sign",
  agreement_reminded: "Lawyer reminded to send the agreement",
  signature_missed: "Agreement not signed in time",
  agreement_signed: "Agreement signed",
  appearance_filed: "Lawyer registered with the court (appearance filed)",
  court_date_set: "Court date set",
  plea_offered: "Offer from the prosecutor",
  plea_accepted: "Prosecutor’s offer accepted",
  plea_refused: "Prosecutor’s offer rejected",
  plea_question: "Question about the prosecutor’s offer",
  court_deferred: "Decision deferred",
  court_decided: "Decided by the court",
  appeal_window_started: "Appeal period started",
  closed: "Case closed",
  update: "Update from the lawyer",
  driver_contacted: "Driver contacted",
  offense_confirmed: "Offense class confirmed",
  court_corrected: "Court changed",
  court_date_changed: "Court date changed on the ticket",
  no_lawyer_found: "No lawyer found",
  lawyer_withdrew: "Lawyer withdrew",
  staff_reassigned: "Search for another lawyer started",
  driver_reassigned: "Another lawyer requested",
  driver_ended: "Ended by the driver",
  staff_ended: "Ended by our team",
  staff_closed: "Closed by our team",
  staff_reopened: "Reopened by our team",
  ticket_paid: "Ticket paid",
  ticket_removed: "Ticket removed by our staff",
  money_back: "Price refunded, because the case was lost",
  payment_returned: "Payment refunded, or reversed by the bank",
  label_set: "Status set by our team",
  file_deleted: "File deleted",
};

/** Names of events that the driver reads. They say "you" where the general names say "the driver". */
const EVENTS_FOR_DRIVER: Readonly<Partial<Record<CaseEventKind, (event: CaseEvent) => string>>> = {
  signature_reminded: () => "We reminded you to sign",
  driver_contacted: ({ actor }) =>
    actor === "lawyer" ? "Your lawyer contacted you" : "We contacted you",
  driver_ended: () => "You ended the case",
};

export const eventName = (kind: CaseEventKind): string =>
  isKeyOf(EVENTS, kind) ? EVENTS[kind] : humanize(kind);

/** Returns what happened: the event, and its lawyer, court date or outcome. */
export function eventText(event: CaseEvent, isForDriver: boolean): string {
  const name = (isForDriver && EVENTS_FOR_DRIVER[event.kind]?.(event)) || eventName(event.kind);
  const lawyer = isLawyerNamed(event) ? event.lawyerName : null;
  const isAboutLawyer = /lawyer/i.test(name);
  const details = [
    isAboutLawyer && lawyer,
    event.courtDate && dateAndTime(event.courtDate, event.courtTime),
    event.outcome && outcomeText(event.outcome),
    event.fine && `fine ${formatCents(centsOf(event.fine))}`,
    event.points !== null && pointsText(event.points),
  ].filter(Boolean);
  const subject = lawyer && !isAboutLawyer ? `${name} (lawyer: ${lawyer})` : name;
  return details.length > 0 ? `${subject}: ${details.join(", ")}` : subject;
}

/**
 * Whether the event's text names its lawyer. A lawyer who acted is named on the event's next line instead. The event of
 * a deleted file names no lawyer, because the driver may have deleted it.
 */
const isLawyerNamed = ({ kind, actor, actorName }: CaseEvent): boolean =>
  kind !== "file_deleted" && !(actor === "lawyer" && actorName);

/** A court date with its time, which is the court's local time. */
export const dateAndTime = (date: string, time: string | null): string =>
  [formatDate(date), clockText(time)].filter(Boolean).join(", ");

/** Returns the court's decision in words: outcome, new fine and points, and their dates. */
export const verdictText = ({ outcome, fine, points, until, due }: Verdict): string =>
  [
    outcomeText(outcome),
    until && `until ${formatDate(until)}`,
    fine && `fine ${formatCents(centsOf(fine))}${due ? `, due ${formatDate(due)}` : ""}`,
    points !== null && pointsText(points),
  ]
    .filter(Boolean)
    .join(" · ");

const MATCHING_STEPS = new Set<CaseStep>(["hired", "offered", "conflict_cleared"]);

/**
 * Returns a warning for staff if the lawyer who accepted the case isn't licensed in a court's state. An offer to a
 * lawyer without a license needs no warning, because the server ends it.
 */
export function unlicensedText({ lawyer, step }: LegalCase, state: string | null): string | null {
  if (!lawyer || !state || MATCHING_STEPS.has(step) || FINAL_STEPS.has(step)) return null;
  if (lawyer.licensedIn.includes(state)) return null;
  return `${lawyer.name} isn’t licensed in ${state}. Click “Find another lawyer.”`;
}

/** The lawyer's license: "License 24012345, Texas". Empty if none is on file. */
export function licenseText(lawyer: NonNullable<LegalCase["lawyer"]>): string {
  const { licenseNumber, licenseState } = lawyer;
  if (!licenseNumber) return "";
  return [`License ${licenseNumber}`, licenseState].filter(Boolean).join(", ");
}
