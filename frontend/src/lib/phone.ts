const MAX_DIGITS = 10;

/** The digits of what was typed, at most ten. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, "").slice(0, MAX_DIGITS);
}

/** (555) 123-4567, as far as the digits go. */
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

/** A ten-digit number as numbers are written here; any other as given. */
export function shownPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length === 10 ? formatPhone(digits) : phone;
}

/** The address that dials a number. */
export const telHref = (phone: string) => `tel:${phone.replace(/[^\d+]/g, "")}`;
