// A driver's tickets as Lanewise returns them: which are listed, in which order, and their derived fields
// (docs/product/driving-record.md#items).
const DAY = 24 * 3600 * 1000;
const BASES = {
  speeding: 150,
  "red light violation": 200,
  "parking violation": 75,
  "stop sign violation": 125,
  "reckless driving": 300,
};

const text = { type: ["string", "null"] };
const string = { type: "string" };
const boolean = { type: "boolean" };
const integer = { type: "integer" };
/** Schema of the response, which Fastify uses to write JSON. */
export const TICKETS = {
  type: "array",
  items: {
    type: "object",
    properties: {
      id: integer,
      userId: integer,
      violationType: string,
      violationCode: text,
      date: string,
      timeOfViolation: text,
      dueDate: text,
      location: string,
      amount: string,
      fine: string,
      lawyerPrice: string,
      isEstimated: boolean,
      standing: string,
      countsAsDue: boolean,
      mayPay: boolean,
      notPayable: text,
      payNeedsConfirmation: text,
      mayHireLawyer: boolean,
      hireId: { type: ["integer", "null"] },
      points: integer,
      category: string,
      status: string,
      isPaid: boolean,
      paidAt: text,
      isDisputed: boolean,
      isCourtRequired: boolean,
      courtDate: text,
      courtTime: text,
      consequence: text,
      thingsToKnow: text,
      evidenceProvided: text,
      issuingOfficerAgency: text,
      processingFeeType: string,
      processingFeeAmount: string,
      ourProcessingFee: string,
      createdAt: string,
      version: integer,
    },
  },
};

/** Converts PostgreSQL's `2026-10-14 23:19:19.35035+00` to `2026-10-14T23:19:19.350350Z`. */
function moment(stored) {
  if (stored === null) return null;
  const [whole, part = ""] = stored.slice(0, -3).replace(" ", "T").split(".");
  return part === "" ? `${whole}Z` : `${whole}.${part.padEnd(part.length > 3 ? 6 : 3, "0")}Z`;
}

const dollars = (cents) => (Number(cents) / 100).toFixed(2);

function fine({ amount, violation_type, points }) {
  const plain = amount.trim().replace(/^\$/, "").replaceAll(",", "");
  if (/^\d+(\.\d{1,2})?$/.test(plain))
    return { cents: Math.round(Number(plain) * 100), isEstimated: false };
  const base = BASES[violation_type.trim().toLowerCase()] ?? 100;
  return { cents: (base + 25 * Math.max(points, 0)) * 100, isEstimated: true };
}

function standingOf(row, facts, atWork) {
  if (facts.includes("chargeback_open")) return "chargeback_open";
  if (facts.includes("refunding")) return "refunding";
  if (row.is_paid) return "paid";
  if (facts.includes("processing")) return "processing";
  return atWork ? "with_lawyer" : "due";
}

function ticket(row) {
  const { cents, isEstimated } = fine(row);
  const hires = row.facts.filter((fact) => fact.startsWith("hire ")).map((fact) => fact.split(" "));
  const atWork = hires.find(([, , ...status]) => status.join(" ") !== "Completed");
  const standing = standingOf(row, row.facts, atWork);
  const payable = (due) => (due < 50 ? "too_small" : due > 99_999_999 ? "too_large" : null);
  const mayPay = (standing === "due" || standing === "with_lawyer") && payable(cents) === null;
  const price = Math.round(cents / 2);
  const isTaken = hires.length > 0 || row.facts.includes("hire_processing");
  return {
    id: row.id,
    userId: row.user_id,
    violationType: row.violation_type,
    violationCode: row.violation_code,
    date: row.date,
    timeOfViolation: row.time_of_violation,
    dueDate: row.due_date,
    location: row.location,
    amount: row.amount,
    fine: dollars(cents),
    lawyerPrice: dollars(price),
    isEstimated,
    standing,
    countsAsDue: mayPay && standing === "due" && !row.is_disputed,
    mayPay,
    notPayable: payable(cents),
    payNeedsConfirmation: standing === "with_lawyer" && mayPay ? "lawyer_at_work" : null,
    mayHireLawyer: standing === "due" && payable(price) === null && !isTaken,
    hireId: atWork ? Number(atWork[1]) : null,
    points: row.points,
    category: row.category,
    status: row.status,
    isPaid: row.is_paid,
    paidAt: moment(row.paid_at),
    isDisputed: row.is_disputed,
    isCourtRequired: row.is_court_required,
    courtDate: row.court_date,
    courtTime: row.court_time,
    consequence: row.consequence,
    thingsToKnow: row.things_to_know,
    evidenceProvided: row.evidence_provided,
    issuingOfficerAgency: row.issuing_officer_agency,
    processingFeeType: row.processing_fee_type,
    processingFeeAmount: dollars(row.processing_fee_hundredths),
    ourProcessingFee: dollars(row.our_processing_fee_cents),
    createdAt: moment(row.created_at),
    version: row.version,
  };
}

function urgency(a, b) {
  if (a.due_date !== b.due_date) {
    if (a.due_date === null || b.due_date === null) return a.due_date === null ? 1 : -1;
    return a.due_date < b.due_date ? -1 : 1;
  }
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  return b.id - a.id;
}

/** The rows that are listed, as returned by the API, in the order of items (docs/product/driving-record.md#order-of-items). */
export function listed(rows, now) {
  const known = rows
    .filter(
      (row) =>
        !row.is_paid || row.paid_at === null || now - Date.parse(moment(row.paid_at)) <= 3 * DAY,
    )
    .map((row) => ({ row, created: Date.parse(moment(row.created_at)) }));
  const precedes = (a, b) =>
    Math.abs(a.created - b.created) <= DAY ? a.row.id > b.row.id : urgency(a.row, b.row) < 0;
  for (const one of known) one.wins = known.filter((other) => precedes(one, other)).length;
  known.sort((a, b) => b.wins - a.wins || urgency(a.row, b.row));
  return known.map(({ row }) => ticket(row));
}
