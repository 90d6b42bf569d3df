import type { CaseOutcome, CaseStep, CaseStepBody, OffenseClass } from "@/api/types";
import { readAmount } from "@/lib/amount";
import { daysUntil } from "@/lib/dates";
import { formatDecimal } from "@/lib/money";
import { isKeyOf } from "@/lib/labels";
import { OFFENSES, OUTCOMES, owesNothing } from "@/parts/legalHelp/cases/caseLabels";

/** What a lawyer may record: a step, or an update without a step. */
export type StepChoice = CaseStep | "update";

export const STEP_LABELS: Readonly<Partial<Record<StepChoice, string>>> = {
  appearance_filed: "I filed my appearance",
  court_date_set: "The court set or moved a date",
  offer_pending: "The prosecutor made an offer",
  deferred: "The decision is deferred or withheld",
  decided: "The court decided",
  appeal_window: "The appeal period started",
  closed: "The case is closed",
  update: "No change, just an update for the driver",
};

export const EMPTY_STEP = {
  step: "",
  note: "",
  courtDate: "",
  courtTime: "",
  mustDriverCome: "",
  outcome: "",
  fine: "",
  points: "",
  until: "",
  due: "",
  offenseClass: "",
};
export type StepValues = typeof EMPTY_STEP;

/**
 * The empty form of a case. It starts with “the driver has to come to court”,
 * except for an infraction.
 */
export const emptyStep = (offenseClass: OffenseClass): StepValues => ({
  ...EMPTY_STEP,
  mustDriverCome: offenseClass === "infraction" ? "no" : "yes",
});

/** The files that document a step. `isPending`: the court hasn't sent the document of a decision or deferral yet. */
export type StepDocuments = { files: readonly number[]; isPending: boolean };
export const NO_DOCUMENTS: StepDocuments = { files: [], isPending: false };

/** Whether the step needs the court's document. */
export const needsDocument = (step: string): boolean => step === "decided" || step === "deferred";

/** Outcomes of a decision. A deferral is a separate step. */
export const DECISIONS = Object.entries(OUTCOMES)
  .filter(([outcome]) => outcome !== "deferred")
  .map(([value, label]) => ({ value, label }));

/** Whether a decision can set a fine, points and a due date. After a dismissal nothing is owed. */
export const hasTerms = (outcome: string): boolean =>
  !isKeyOf(OUTCOMES, outcome) || !owesNothing(outcome);

/** Largest number of points. The server has the same limit. */
const MAX_POINTS = 11;

/** Validates the form before the call. Returns error messages by field. */
export function checkStep(
  values: StepValues,
  documents: StepDocuments,
  now: Date,
): Record<string, string | undefined> {
  const { step, note, courtDate, outcome, until } = values;
  const { fine, points } = hasTerms(outcome) ? values : EMPTY_STEP;
  const needsNote =
    step === "offer_pending"
      ? "Write the offer, so that the driver can answer it."
      : step === "update" && "Write what the driver should know.";
  const amount = fine.trim() ? readAmount(fine) : null;
  return {
    step: step ? undefined : "Choose what happened.",
    note: needsNote && !note.trim() ? needsNote : undefined,
    courtDate: step === "court_date_set" ? checkCourtDate(courtDate, now) : undefined,
    outcome: step === "decided" && !outcome ? "Choose how the court decided." : undefined,
    fine:
      step !== "decided"
        ? undefined
        : amount && !("cents" in amount)
          ? "error" in amount
            ? amount.error
            : "Enter the amount in digits, such as 80.00."
          : outcome === "reduced" && !amount && !points.trim()
            ? "Enter the new fine, the new points, or both."
            : undefined,
    points:
      points.trim() && !(/^\d{1,2}$/.test(points.trim()) && Number(points) <= MAX_POINTS)
        ? `Enter a number from 0 to ${MAX_POINTS}.`
        : undefined,
    until: step === "deferred" ? checkUntil(until, now) : undefined,
    files:
      needsDocument(step) && documents.files.length === 0 && !documents.isPending
        ? "Choose the court’s document, or check “The court hasn’t sent a document yet.”"
        : undefined,
  };
}

/** Returns why a court date is invalid; undefined if it is valid. */
function checkCourtDate(date: string, now: Date): string | undefined {
  if (!date) return "Enter the court date.";
  return (daysUntil(date, now) ?? 0) < 0 ? "The court date can’t be in the past." : undefined;
}

/** Returns why the last day of a deferral is invalid; undefined if it is valid. */
function checkUntil(date: string, now: Date): string | undefined {
  if (!date) return "Enter the last day of the deferral.";
  return (daysUntil(date, now) ?? 0) < 0 ? "Enter a day that isn’t in the past." : undefined;
}

/** Builds the request. Fields that don't belong to the step aren't sent. */
export function stepBody(
  values: StepValues,
  { files, isPending }: StepDocuments,
  version: number,
): CaseStepBody {
  const { step } = values;
  const isDate = step === "court_date_set";
  return {
    step: step === "update" ? null : (step as CaseStep),
    note: values.note.trim() || null,
    offenseClass: isKeyOf(OFFENSES, values.offenseClass) ? values.offenseClass : null,
    courtDate: isDate ? values.courtDate : null,
    courtTime: isDate ? values.courtTime.trim() || null : null,
    mustDriverCome: isDate && values.mustDriverCome ? values.mustDriverCome === "yes" : null,
    verdict: verdictOf(values),
    files: [...files],
    isDocumentPending: needsDocument(step) && isPending && files.length === 0,
    version,
  };
}

/** Returns the verdict that the form records; null if its step isn't a decision or deferral. */
function verdictOf({ step, outcome, fine, points, until, due }: StepValues) {
  if (step === "deferred") return verdict("deferred", { until: until || null });
  if (step !== "decided" || !isKeyOf(OUTCOMES, outcome)) return null;
  if (!hasTerms(outcome)) return verdict(outcome, {});
  const amount = fine.trim() ? readAmount(fine) : null;
  return verdict(outcome, {
    fine: amount && "cents" in amount ? formatDecimal(amount.cents) : null,
    points: points.trim() ? Number(points) : null,
    due: due || null,
  });
}

/** Builds a verdict. Terms that aren't in `values` are null. */
const verdict = (outcome: CaseOutcome, values: Partial<NonNullable<CaseStepBody["verdict"]>>) => ({
  outcome,
  fine: null,
  points: null,
  until: null,
  due: null,
  ...values,
});
