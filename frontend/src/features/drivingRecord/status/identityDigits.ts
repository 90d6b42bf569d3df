/** How many last digits of the social security number a state asks for. */
export function identityDigitCount(state: string | null | undefined): 4 | 5 {
  return state?.trim() === "Iowa" ? 5 : 4;
}

/** What was typed, digits only, cut to what the state asks for. */
export function identityDigits(text: string, state: string | null | undefined): string {
  return text.replace(/\D/g, "").slice(0, identityDigitCount(state));
}

export function identityDigitsComplete(text: string, state: string | null | undefined): boolean {
  return /^\d+$/.test(text) && text.length === identityDigitCount(state);
}
