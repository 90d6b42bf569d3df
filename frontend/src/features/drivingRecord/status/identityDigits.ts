/** Returns how many of the last SSN digits a state requires. */
export function identityDigitCount(state: string | null | undefined): 4 | 5 {
  return state?.trim() === "Iowa" ? 5 : 4;
}

/** Keeps only digits, at most as many as the state requires. */
export function keepIdentityDigits(text: string, state: string | null | undefined): string {
  return text.replace(/\D/g, "").slice(0, identityDigitCount(state));
}

/** Whether the text has as many digits as the state requires. */
export function areIdentityDigitsComplete(text: string, state: string | null | undefined): boolean {
  return /^\d+$/.test(text) && text.length === identityDigitCount(state);
}
