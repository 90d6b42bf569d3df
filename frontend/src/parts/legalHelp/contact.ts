import { formatPhone, isPhone, keepPhoneDigits } from "@/lib/phone";

export type Contact = { phone: string; email: string };
/** Errors of the fields, and an error about the whole form (`form`). */
export type ContactErrors = { phone?: string; email?: string; form?: string };

export const NO_CONTACT = "Please enter at least one contact method.";

/** Validates a contact. Returns null if the server would accept it. */
export function checkContact({ phone, email }: Contact): ContactErrors | null {
  if (!phone.trim() && !email.trim()) return { form: NO_CONTACT };
  const errors: ContactErrors = {};
  if (phone.trim() && !isPhone(phone)) errors.phone = "Please enter all 10 digits.";
  if (email.trim() && !/^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/.test(email.trim()))
    errors.email = "Please enter an email like name@example.com.";
  return errors.phone || errors.email ? errors : null;
}

/** Builds the request: methods and values in the same order, separated by commas. */
export function contactBody({ phone, email }: Contact) {
  const filled = [
    { method: "phone", value: keepPhoneDigits(phone) },
    { method: "email", value: email.trim() },
  ].filter(({ value }) => value !== "");
  return {
    contactMethod: filled.map(({ method }) => method).join(", "),
    contactValue: filled.map(({ value }) => value).join(", "),
  };
}

/** Turns a stored contact back into form fields. */
export function readContact(method: string | null | undefined, value: string | null | undefined) {
  const values = (value ?? "").split(",").map((part) => part.trim());
  const contact: Contact = { phone: "", email: "" };
  (method ?? "").split(",").forEach((name, index) => {
    if (name.trim() === "phone") contact.phone = formatPhone(values[index] ?? "");
    if (name.trim() === "email") contact.email = values[index] ?? "";
  });
  return contact;
}
