import { useState } from "react";
import type { LawyerAvailability } from "@/api/types";
import { shortDate } from "@/lib/dates";
import { CANCELLATION_WINDOW } from "@/parts/legalHelp/claims";
import { ChangeCourt, changeCourtLabel } from "./ChangeCourt";
import css from "./AvailabilityLines.module.css";
import { GUARANTEE_RESULTS, HOW_MATCHED } from "./caseLabels";

type Props = { ticketId: number; availability: LawyerAvailability | null };

/** The terms of hiring a lawyer, shown before a driver pays. */
export function AvailabilityLines({ ticketId, availability }: Props) {
  const [now] = useState(() => new Date());
  // Without a deadline, staff find a lawyer manually, so the terms below don't apply.
  if (!availability?.acceptBy) return null;
  return (
    <div className={css.lines}>
      {availability.courtState && (
        <p>
          {availability.isCourtStateAssumed
            ? `Lawyers are taking cases in ${availability.courtState}. We don’t know your court yet, so we assume that it’s in ${availability.courtState}, the state on your license.`
            : `Lawyers are taking cases in ${availability.courtState}.`}
          {availability.isCourtStateAssumed &&
            availability.mayChangeCourt &&
            ` If it’s in another state, choose “${changeCourtLabel(availability)}”.`}
          {availability.courtName && ` Your court: ${availability.courtName}.`}
        </p>
      )}
      <ChangeCourt ticketId={ticketId} availability={availability} />
      <p>
        A lawyer must accept by {shortDate(availability.acceptBy, now)}, or you get your money back.
        {availability.isShort &&
          " That’s just before your due date or court date. Hiring a lawyer doesn’t stop the fine from being due."}
      </p>
      <p>{HOW_MATCHED}</p>
      <p>{describeEnding(availability.appearanceEarns)}</p>
      {availability.guaranteeTable.length > 0 && <WonTable rows={availability.guaranteeTable} />}
    </div>
  );
}

/**
 * Says which part of the price is refunded if the driver ends the case, and when. `appearanceEarns`
 * is the lawyer's share of the price for registering with the court, in percent.
 */
function describeEnding(appearanceEarns: number): string {
  const earned =
    appearanceEarns === 0
      ? "The lawyer earns the full amount when the court decides."
      : appearanceEarns === 100
        ? "The lawyer earns the full amount when they register with the court as your lawyer."
        : `The lawyer earns ${appearanceEarns}% when they register with the court as your lawyer, and the rest when the court decides.`;
  return `You can cancel your lawyer any time before the court decides. Cancel within ${CANCELLATION_WINDOW} and you get the full price back. After that, you get back what the lawyer hasn’t earned. ${earned} A refund can take 5-10 business days to show up on your card.`;
}

function WonTable({ rows }: { rows: LawyerAvailability["guaranteeTable"] }) {
  return (
    <details>
      <summary className={css.summary}>What counts as winning your case</summary>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">The court’s decision</th>
            <th scope="col">Your case is</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.outcome}>
              <td>{row.outcome}</td>
              <td>{row.isWon ? GUARANTEE_RESULTS.won : GUARANTEE_RESULTS.lost}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
