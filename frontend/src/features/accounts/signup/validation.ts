import { isPhone } from "@/lib/phone";
import { LABELS, type SignupErrors, type SignupField, type SignupValues, stepOf } from "./fields";

const REQUIRED: readonly [SignupField, string][] = [
  ["fullName", "Full name is required"],
  ["state", "State is required"],
  ["driversLicenseNumber", "Driver's license number is required"],
  ["dateOfBirth", "Date of birth is required"],
  ["email", "Email is required"],
  ["password", "Password is required"],
  ["confirmPassword", "Please confirm your password"],
];
const MIN_PASSWORD = 10;
const MAX_PASSWORD = 128;

/** The result of a failed check: errors of fields, and possibly a toast. */
export type Refusal = {
  errors: SignupErrors;
  toast?: { title: string; description: string };
};

const MISMATCH = {
  title: "Password Mismatch",
  description: "Passwords do not match. Please try again.",
};

const isEmpty = (field: SignupField, values: SignupValues) => values[field].trim() === "";

/** Returns an error for each required field in `fields` that is empty. */
function findMissing(values: SignupValues, fields: readonly SignupField[]): SignupErrors {
  const missing = REQUIRED.filter(([field]) => fields.includes(field) && isEmpty(field, values));
  return Object.fromEntries(missing);
}

/** Checks the values' format before the call. The server checks the values again. */
function findMalformed(values: SignupValues, fields: readonly SignupField[]): SignupErrors {
  const errors: SignupErrors = {};
  const length = [...values.password].length;
  if (values.phoneNumber && !isPhone(values.phoneNumber))
    errors.phoneNumber = "Please enter all 10 digits, or leave it empty";
  if (!isEmpty("email", values) && !/^\S+@\S+\.\S+$/.test(values.email.trim()))
    errors.email = "Please enter an email address like name@example.com";
  if (length > 0 && (length < MIN_PASSWORD || length > MAX_PASSWORD))
    errors.password = `Please use ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`;
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => fields.includes(field as SignupField)),
  );
}

/** Returns the errors with a toast; null if there are no errors. */
function buildRefusal(errors: SignupErrors, toast?: Refusal["toast"]): Refusal | null {
  return Object.keys(errors).length === 0 ? null : { errors, toast };
}

/** Checks a step when the user clicks Continue. Null if all values are valid. */
export function checkStep(step: number, values: SignupValues): Refusal | null {
  if (step === stepOf("phoneNumber")) return buildRefusal(findMalformed(values, ["phoneNumber"]));
  if (step !== stepOf("password")) return null;
  const empty = findMissing(values, ["password", "confirmPassword"]);
  if (Object.keys(empty).length > 0)
    return {
      errors: empty,
      toast: { title: "Missing Fields", description: "Please fill in both password fields" },
    };
  if (values.password !== values.confirmPassword)
    return { errors: { confirmPassword: "Passwords do not match" }, toast: MISMATCH };
  return buildRefusal(findMalformed(values, ["email", "password"]));
}

/**
 * Checks all required values when the user clicks Create Account, in the order of the steps. Null if all values are
 * valid.
 */
export function checkAll(values: SignupValues): Refusal | null {
  const fields = REQUIRED.map(([field]) => field);
  const errors = findMissing(values, fields);
  const list = fields.filter((field) => errors[field]).map((field) => LABELS[field]);
  const isDifferent = !errors.confirmPassword && values.password !== values.confirmPassword;
  if (isDifferent) errors.confirmPassword = "Passwords do not match";
  if (list.length > 0)
    return {
      errors,
      toast: {
        title: "Missing Required Fields",
        description: `Please fill in: ${list.join(", ")}`,
      },
    };
  if (isDifferent) return { errors, toast: MISMATCH };
  return buildRefusal(findMalformed(values, ["phoneNumber", "email", "password"]));
}

/** Returns the first step that has an invalid field. */
export function firstInvalidStep(errors: SignupErrors): number {
  return Math.min(...Object.keys(errors).map((field) => stepOf(field as SignupField)));
}
