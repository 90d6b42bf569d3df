// Filters, sorts and completes a driver's tickets as Lanewise does (docs/product/driving-record.md#items). Leaves out
// decided cases and city data, because the benchmark's drivers have none.
import { fineOf } from "./fine.mjs";

const DAY = 24 * 3600 * 1000;

const text = { type: ["string", "null"] };
const number = { type: ["integer", "null"] };
const string = { type: "string" };
const boolean = { type: "boolean" };
const integer = { type: "integer" };
const arrayOf = (properties) => ({ type: "array", items: { type: "object", properties } });

/** Schema of the response. Fastify uses it to write JSON. */
export const TICKETS = arrayOf({
  id: integer,
  userId: integer,
  citationNumber: text,
  issuer: text,
  violationType: string,
  violationCode: text,
  date: string,
  timeOfViolation: text,
  dueDate: text,
  location: string,
  amount: string,
  points: integer,
  category: string,
  status: string,
  isDisputed: boolean,
  isCourtRequired: boolean,
  courtDate: text,
  courtTime: text,
  courtState: text,
  courtId: number,
  consequence: text,
  thingsToKnow: text,
  evidenceProvided: text,
  issuingOfficerAgency: text,
  lawyerPrice: string,
  mayHireLawyer: boolean,
  lawyerUnavailable: text,
  hireId: number,
  awaitsLawyer: boolean,
  court: text,
  fine: string,
  isEstimated: boolean,
  isOverdue: boolean,
  standing: string,
  countsAsDue: boolean,
  mayPay: boolean,
  notPayable: text,
  payNeedsConfirmation: text,
  authority: text,
  mayContest: boolean,
  letterSentOn: text,
  isOwnFormSent: boolean,
  isPaid: boolean,
  paidAt: text,
  processingFeeType: string,
  processingFeeAmount: string,
  ourProcessingFee: string,
  createdAt: string,
  version: integer,
});

/** Schema of the response with only the ticket rows. */
export const ROWS = arrayOf({
  id: integer,
  user_id: integer,
  citation_number: text,
  issuer: text,
  violation_type: string,
  violation_code: text,
  date: string,
  time_of_violation: text,
  due_date: text,
  location: string,
  amount: string,
  points: integer,
  category: string,
  status: string,
  is_disputed: boolean,
  is_court_required: boolean,
  court_date: text,
  court_time: text,
  court_state: text,
  court_id: number,
  consequence: text,
  things_to_know: text,
  evidence_provided: text,
  issuing_officer_agency: text,
  is_paid: boolean,
  paid_at: text,
  processing_fee_type: string,
  processing_fee_hundredths: string,
  our_processing_fee_cents: string,
  created_at: string,
  version: integer,
});

/** Converts PostgreSQL's `2026-10-14 23:19:19.35035+00` to `2026-10-14T23:19:19.350350Z`. */
function toIsoTime(stored) {
  if (stored === null) return null;
  const [whole, part = ""] = stored.slice(0, -3).replace(" ", "T").split(".");
  return part === "" ? `${whole}Z` : `${whole}.${part.padEnd(part.length > 3 ? 6 : 3, "0")}Z`;
}

const BUSINESS_DAY = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/New_York" });
/** Returns today's date in the business time zone, as `YYYY-MM-DD`. */
export const businessDay = () => BUSINESS_DAY.format(new Date());

const formatDecimal = (cents) => (Number(cents) / 100).toFixed(2);

/** Steps of a case before a lawyer represents the driver. */
const AWAITING = ["hired", "offered", "conflict_cleared", "accepted"];
/** Steps of an undecided case in which a lawyer represents the driver. */
const REPRESENTED = [
  "agreement_signed",
  "appearance_filed",
  "court_date_set",
  "offer_pending",
  "deferred",
];
/** Steps of a case that ended without a verdict. */
const ENDED = ["no_lawyer", "withdrawn", "ended"];

/** Returns the standing of a ticket. `isWithLawyer`: a case for the ticket is open. */
function standingOf(row, isWithLawyer) {
  if (row.facts.includes("chargeback_open")) return "chargeback_open";
  if (row.facts.includes("refunding")) return "refunding";
  if (row.is_paid) return "paid";
  if (row.facts.includes("processing")) return "processing";
  if (row.driver_entry === "being_checked") return "being_checked";
  return isWithLawyer ? "with_lawyer" : "due";
}

/** Returns the name of the ticket's issuer; an empty string if there is none. */
const issuerOf = (row) => row.issuer ?? row.issuing_officer_agency ?? "";

/** Returns the key of the authority that gets the ticket's money: its name in lowercase letters and digits. */
export const authorityKey = (row) =>
  issuerOf(row)
    .replace(/[^\p{Alphabetic}\p{N}]/gu, "")
    .toLowerCase();

/** Returns the state whose rules for legal help apply to a ticket. */
export const legalHelpState = (row, driver) =>
  row.court_state ?? row.registered_state ?? row.stated_state ?? driver.state;

/**
 * Returns a ticket as Lanewise's API does. `lawyers` and `names` are results of `lawyerStates` and `authorityNames`.
 * `today` is a result of `businessDay`.
 */
export function toTicketResponse(row, driver, lawyers, names, today) {
  const { cents, isEstimated } = fineOf(row.amount, row.violation_type, row.points);
  const cases = row.facts.filter((fact) => fact.startsWith("case ")).map((fact) => fact.split(" "));
  const open = cases.find(([, , step]) => AWAITING.includes(step) || REPRESENTED.includes(step));
  const hasActiveHire = cases.some(([, , step]) => !ENDED.includes(step));
  const standing = standingOf(row, open);
  const notPayableReason = (due) =>
    due < 50 ? "too_small" : due > 99_999_999 ? "too_large" : null;
  const mayPay =
    (standing === "due" || standing === "with_lawyer") && notPayableReason(cents) === null;
  const price = Math.round(cents / 2);
  const isTaken = hasActiveHire || row.facts.includes("hire_processing");
  const canNeedLawyer = standing === "due" && notPayableReason(price) === null && !isTaken;
  const isTakenBySome = lawyers === null || lawyers.has(legalHelpState(row, driver));
  return {
    id: row.id,
    userId: row.user_id,
    citationNumber: row.citation_number,
    issuer: row.issuer,
    violationType: row.violation_type,
    violationCode: row.violation_code,
    date: row.date,
    timeOfViolation: row.time_of_violation,
    dueDate: row.due_date,
    location: row.location,
    amount: row.amount,
    points: row.points,
    category: row.category,
    status: row.status,
    isDisputed: row.is_disputed,
    isCourtRequired: row.is_court_required,
    courtDate: row.court_date,
    courtTime: row.court_time,
    courtState: row.court_state ?? row.registered_state,
    courtId: row.court_id,
    consequence: row.consequence,
    thingsToKnow: row.things_to_know,
    evidenceProvided: row.evidence_provided,
    issuingOfficerAgency: row.issuing_officer_agency,
    lawyerPrice: formatDecimal(price),
    mayHireLawyer: canNeedLawyer && isTakenBySome,
    lawyerUnavailable: canNeedLawyer && !isTakenBySome ? "no_lawyer_for_court" : null,
    hireId: open ? Number(open[1]) : null,
    awaitsLawyer: standing === "with_lawyer" && AWAITING.includes(open[2]),
    court: row.court_name,
    fine: formatDecimal(cents),
    isEstimated,
    isOverdue: standing === "due" && !row.is_disputed && row.due_date < today,
    standing,
    countsAsDue: mayPay && standing === "due" && !row.is_disputed,
    mayPay,
    notPayable: notPayableReason(cents),
    payNeedsConfirmation: standing === "with_lawyer" && mayPay ? "lawyer_at_work" : null,
    authority: names.get(authorityKey(row)) ?? null,
    mayContest: (standing === "due" || standing === "being_checked") && !(hasActiveHire && !open),
    letterSentOn: row.letter_sent_on,
    isOwnFormSent: row.is_own_form ?? false,
    isPaid: row.is_paid,
    paidAt: toIsoTime(row.paid_at),
    processingFeeType: row.processing_fee_type,
    processingFeeAmount: formatDecimal(row.processing_fee_hundredths),
    ourProcessingFee: formatDecimal(row.our_processing_fee_cents),
    createdAt: toIsoTime(row.created_at),
    version: row.version,
  };
}

/** Compares tickets for sorting: by due date, then the newest violation first, then the newest ticket first. */
function compareUrgency(a, b) {
  if (a.due_date !== b.due_date) {
    if (a.due_date === null || b.due_date === null) return a.due_date === null ? 1 : -1;
    return a.due_date < b.due_date ? -1 : 1;
  }
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  return b.id - a.id;
}

/** Returns the tickets to show, in the order of items (docs/product/driving-record.md#order-of-items). */
export function sortShownTickets(rows, now) {
  const known = rows
    .filter(
      (row) =>
        !row.is_paid || row.paid_at === null || now - Date.parse(toIsoTime(row.paid_at)) <= 3 * DAY,
    )
    .map((row) => ({ row, created: Date.parse(toIsoTime(row.created_at)) }));
  const precedes = (a, b) =>
    Math.abs(a.created - b.created) <= DAY ? a.row.id > b.row.id : compareUrgency(a.row, b.row) < 0;
  for (const one of known) one.wins = known.filter((other) => precedes(one, other)).length;
  known.sort((a, b) => b.wins - a.wins || compareUrgency(a.row, b.row));
  return known.map(({ row }) => row);
}
