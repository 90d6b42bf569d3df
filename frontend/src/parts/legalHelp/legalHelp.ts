export type LegalHelpRule = {
  state: string;
  offered: boolean;
  guaranteeShown: boolean;
  /** Missing in responses of older servers. */
  claimsShown?: boolean;
};

/** Message shown instead of an offer. */
export const notAvailableIn = (state: string | null | undefined) =>
  `Legal help is not available in ${state ?? "your state"} at this time.`;

/**
 * Which parts of legal help are on in a state: the court's, or the driver's while the court's isn't known. All are on
 * unless the server lists the state.
 */
export function legalHelpIn(rules: readonly LegalHelpRule[], state: string | null | undefined) {
  const rule = rules.find((candidate) => candidate.state === state);
  return {
    offered: rule?.offered ?? true,
    guaranteeShown: rule?.guaranteeShown ?? true,
    claimsShown: rule?.claimsShown ?? true,
  };
}

/** Why no lawyer is offered for an open ticket. Missing in responses of older servers. */
type Offered = { lawyerUnavailable?: string | null; courtState?: string | null };

/** Shown where no lawyer takes a ticket's court. */
export const NO_LAWYER_NOW = "No lawyer takes cases in this court right now.";

/** Returns why the server offers no lawyer for a ticket, if that is up to its court. */
export function whyNoLawyer({ lawyerUnavailable, courtState }: Offered): string | null {
  if (lawyerUnavailable === "no_lawyer_for_court") return NO_LAWYER_NOW;
  return lawyerUnavailable === "not_offered" ? notAvailableIn(courtState) : null;
}
