export type LegalHelpRule = { state: string; offered: boolean; guaranteeShown: boolean };

/** Said in place of an offer. */
export const notAvailableIn = (state: string | null | undefined) =>
  `Legal help is not available in ${state ?? "your state"} at this time.`;

/** What of legal help is on for a driver of this state: all of it, unless the server lists the state. */
export function legalHelpIn(rules: readonly LegalHelpRule[], state: string | null | undefined) {
  const rule = rules.find((candidate) => candidate.state === state);
  return { offered: rule?.offered ?? true, guaranteeShown: rule?.guaranteeShown ?? true };
}
