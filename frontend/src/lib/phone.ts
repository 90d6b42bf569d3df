const MAX_DIGITS = 10;

/** Returns all digits without the country code 1. No area code begins with 1. */
const nationalDigits = (text: string): string => text.replace(/\D/g, "").replace(/^1+/, "");

/** Returns the digits of a typed phone number, at most ten. */
export const keepPhoneDigits = (text: string): string => nationalDigits(text).slice(0, MAX_DIGITS);

/** Formats the digits typed so far as (555) 123-4567. */
export function formatPhone(text: string): string {
  const digits = keepPhoneDigits(text);
  if (digits.length === 0) return "";
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/**
 * Whether the server would accept the number: ten digits after an optional country code 1, with the usual punctuation.
 */
export const isPhone = (text: string): boolean =>
  /^ *(\+(?=1))?[\d ().-]*$/.test(text) && /^[2-9]\d{9}$/.test(nationalDigits(text));

/** Formats a phone number of ten digits. Returns any other text unchanged. */
export function displayPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length === 10 ? formatPhone(digits) : phone;
}

/** Returns the address of a link that dials a number. */
export const telHref = (phone: string) => `tel:${phone.replace(/[^\d+]/g, "")}`;
