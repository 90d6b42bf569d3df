const MAX_DIGITS = 10;

/** The digits of what was typed, at most ten. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, "").slice(0, MAX_DIGITS);
}

/** (555) 123-4567, growing with what is there. */
export function formatPhone(text: string): string {
  const digits = phoneDigits(text);
  if (digits.length === 0) return "";
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Whether the server would take it: exactly ten digits, beside the signs people write phones with. */
export function isPhone(text: string): boolean {
  return /^[\d ().-]*$/.test(text) && text.replace(/\D/g, "").length === MAX_DIGITS;
}
