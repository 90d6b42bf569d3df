import type { CaseStep, LegalCase } from "@/api/types";
import { stepLabel } from "@/parts/legalHelp/cases/caseLabels";

/** Returns the driver's name; the case's number if the lawyer can't see the name. */
export const driverName = ({ driver, id }: LegalCase): string => driver?.name || `Case ${id}`;

/** The court and its state, as far as they are known. */
export function courtText({ citation, courtName, courtState }: LegalCase): string {
  const court = citation.court ?? courtName;
  if (!court) return courtState ? `Court not known yet (${courtState})` : "";
  return courtState && !court.endsWith(courtState) ? `${court}, ${courtState}` : court;
}

/** Whether the case is offered to the lawyer, who hasn't answered yet. */
export const isOffered = ({ actions }: LegalCase): boolean => actions.includes("accept");

/** Returns the label and color of the case's step, as the lawyer sees it. */
export function describeStep(legalCase: LegalCase): ReturnType<typeof stepLabel> {
  const label = stepLabel(legalCase.step);
  if (legalCase.step === "offered" && isOffered(legalCase))
    return { ...label, text: "Offered to you" };
  return legalCase.step === "accepted" ? { ...label, text: "Accepted by you" } : label;
}

/** The lawyer's next task by step. The server's own sentence about the next step addresses the driver. */
const NEXT_TASKS: Readonly<Partial<Record<CaseStep, string>>> = {
  agreement_signed: "File your appearance.",
  appearance_filed: "Record the court date.",
  court_date_set: "Record what the court decides.",
  offer_pending: "Wait for the driver to answer the prosecutor’s offer.",
  deferred: "Record the outcome once the deferral is over.",
  decided: "Close the case, or record that the appeal period started.",
  appeal_window: "Close the case once the appeal period is over.",
};

/**
 * The next task after the driver asked about the offer. Lanewise can't detect whether the lawyer
 * has answered in a message, so the text names both tasks.
 */
const DRIVER_ASKED =
  "Answer the driver’s question about the prosecutor’s offer. Then wait for them to accept or reject it.";

/** Returns the lawyer's next task; null if there is none. Only an offered or accepted case has a deadline (`by`). */
export function nextTask(legalCase: LegalCase): LegalCase["next"] {
  if (isOffered(legalCase)) return { text: "Accept or decline this case.", by: legalCase.answerBy };
  if (legalCase.step === "accepted") {
    const by = legalCase.acceptBy;
    const task = legalCase.agreement
      ? "Wait for the driver to sign the agreement."
      : "Send the agreement.";
    // A case without a deadline doesn't end by itself.
    const end = " If the driver hasn’t signed it by the deadline, the case ends.";
    return { text: by ? task + end : task, by };
  }
  if (legalCase.step === "offer_pending" && legalCase.offer?.answer === "ask")
    return { text: DRIVER_ASKED, by: null };
  const text = NEXT_TASKS[legalCase.step];
  return text ? { text, by: null } : null;
}
