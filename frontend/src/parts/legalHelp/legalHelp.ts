export type LegalHelpRule = { state: string; offered: boolean; guaranteeShown: boolean };

/** Message shown instead of an offer. */
export const notAvailableIn = (state: string | null | undefined) =>
  `Legal help is not available in ${state ?? "your state"} at this time.`;

/** Which parts of legal help are on in a state. All are on unless the server lists the state. */
export function legalHelpIn(rules: readonly LegalHelpRule[], state: string | null | undefined) {
  const rule = rules.find((candidate) => candidate.state === state);
  return { offered: rule?.offered ?? true, guaranteeShown: rule?.guaranteeShown ?? true };
}
