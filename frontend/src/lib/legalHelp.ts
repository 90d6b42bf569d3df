export type LegalHelpRule = { state: string; offered: boolean; guaranteeShown: boolean };

/** What of legal help is on for a driver of this state: all of it, unless the server lists the state. */
export function legalHelpIn(rules: readonly LegalHelpRule[], state: string | null | undefined) {
  const rule = rules.find((candidate) => candidate.state === state);
  return { offered: rule?.offered ?? true, guaranteeShown: rule?.guaranteeShown ?? true };
}
