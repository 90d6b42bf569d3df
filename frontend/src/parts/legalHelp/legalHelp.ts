export type LegalHelpRule = {
  state: string;
  offered: boolean;
  guaranteeShown: boolean;
  /** Whether success rates and the money-back claim are shown. True if missing, as in responses of older servers. */
  claimsShown?: boolean;
};

/** Message shown instead of the offer to hire a lawyer if the state has no legal help. */
export const unavailableText = (state: string | null | undefined) =>
  `Legal help isn’t available in ${state ?? "your state"} right now.`;

/**
 * Returns which parts of legal help are on in a state. A part is off only if the server's rule for the state turns it
 * off. Callers pass the state of the ticket's court or, if that is unknown, the driver's state.
 */
export function legalHelpRuleFor(
  rules: readonly LegalHelpRule[],
  state: string | null | undefined,
) {
  const rule = rules.find((candidate) => candidate.state === state);
  return {
    offered: rule?.offered ?? true,
    guaranteeShown: rule?.guaranteeShown ?? true,
    claimsShown: rule?.claimsShown ?? true,
  };
}

/**
 * The facts of a ticket that decide whether a lawyer is offered. `lawyerUnavailable` is the reason
 * why not; older servers don't send this field.
 */
type TicketFacts = { lawyerUnavailable?: string | null; courtState?: string | null };

/** Shown where no lawyer takes cases in a ticket's court. */
export const NO_LAWYER_NOW = "No lawyer takes cases in this court right now.";

/** Shown for a ticket whose case the court decided. */
const CASE_DECIDED = "The court already decided this ticket’s case.";

/**
 * Returns why the server offers no lawyer for a ticket: its court, its state, or a decided case. Null for other
 * tickets.
 */
export function explainNoLawyer({ lawyerUnavailable, courtState }: TicketFacts): string | null {
  if (lawyerUnavailable === "no_lawyer_for_court") return NO_LAWYER_NOW;
  if (lawyerUnavailable === "case_decided") return CASE_DECIDED;
  return lawyerUnavailable === "not_offered" ? unavailableText(courtState) : null;
}
