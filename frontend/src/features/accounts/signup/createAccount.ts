import { ApiError, NetworkError } from "@/api/client";
import type { SignUpBody } from "@/api/types";
import { keepPhoneDigits } from "@/lib/phone";
import { signUp } from "@/parts/accounts/auth";
import { isSignupField, type SignupErrors, type SignupValues } from "./fields";
import type { Refusal } from "./validation";

/**
 * Builds the sign-up request. Trims values except the password. Leaves out confirmPassword and
 * empty optional values.
 */
export function buildSignupBody(values: SignupValues): SignUpBody {
  const plate = values.vehicleLicensePlate.trim().toUpperCase();
  const phone = keepPhoneDigits(values.phoneNumber);
  return {
    fullName: values.fullName.trim(),
    state: values.state,
    driversLicenseNumber: values.driversLicenseNumber.trim(),
    dateOfBirth: values.dateOfBirth,
    ...(plate && { vehicleLicensePlate: plate }),
    ...(values.vehicleState && { vehicleState: values.vehicleState }),
    ...(plate && values.plateFrom && { plateFrom: values.plateFrom }),
    ...(phone && { phoneNumber: phone }),
    email: values.email.trim(),
    password: values.password,
  };
}

const FAILED_TEXT = "Failed to create account. Username might already exist.";
/** Shown if the server refuses fields for another reason than a taken email. */
const INVALID_TEXT = "Failed to create account. Please check the marked fields.";

/**
 * Returns the error messages of a failed sign-up: for a toast, and for the fields that the server names
 * (docs/product/accounts.md#signing-up).
 */
export function describeSignupRefusal(error: unknown): Refusal {
  const errorToast = (description: string) => ({ title: "Error", description });
  if (error instanceof NetworkError)
    return { errors: {}, toast: errorToast("Unable to connect to server. Please try again.") };
  if (!(error instanceof ApiError)) {
    console.error("sign-up: unexpected response", error);
    return { errors: {}, toast: errorToast(FAILED_TEXT) };
  }
  if (error.status === 429)
    return {
      errors: {},
      toast: errorToast(error.detail ?? "Too many attempts. Please wait a moment."),
    };
  const fieldErrors = Object.entries(error.fields).filter(([name]) => isSignupField(name));
  const errors: SignupErrors = Object.fromEntries(fieldErrors);
  if (error.status === 409)
    return {
      errors: { email: error.detail ?? "This email already has an account", ...errors },
      toast: errorToast(FAILED_TEXT),
    };
  return { errors, toast: errorToast(fieldErrors.length > 0 ? INVALID_TEXT : FAILED_TEXT) };
}

export async function createAccount(values: SignupValues): Promise<void> {
  await signUp(buildSignupBody(values));
}
