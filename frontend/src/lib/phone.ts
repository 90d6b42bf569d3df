const MAX_DIGITS = 10;

/** All digits but the country code: no area code begins with 1. */
const national = (text: string): string => text.replace(/\D/g, "").replace(/^1+/, "");

/** The digits of what was typed, at most ten. */
export const phoneDigits = (text: string): string => national(text).slice(0, MAX_DIGITS);

/** (555) 123-4567, as far as the digits go. */
export function formatPhone(text: string): string {
  const digits = phoneDigits(text);
  if (digits.length === 0) return "";
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Whether the server would take it: ten digits after a country code of 1, beside the signs people write phones with. */
export const isPhone = (text: string): boolean =>
  /^ *(\+(?=1))?[\d ().-]*$/.test(text) && /^[2-9]\d{9}$/.test(national(text));

/** A ten-digit number as numbers are written here; any other as given. */
export function shownPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length === 10 ? formatPhone(digits) : phone;
}

/** The address that dials a number. */
export const telHref = (phone: string) => `tel:${phone.replace(/[^\d+]/g, "")}`;
