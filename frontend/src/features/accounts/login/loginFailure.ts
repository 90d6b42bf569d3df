import { ApiError, NetworkError } from "@/api/client";
import { describeFailureWithoutTitle } from "@/parts/failure";
import { isRefusal } from "@/parts/forms/useSubmit";

export type LoginFailure = { title?: string; message: string };

export const MISSING_CREDENTIALS: LoginFailure = {
  message: "Please enter both email and password.",
};

export function describeLoginFailure(error: unknown): LoginFailure {
  if (error instanceof NetworkError)
    return { message: "Unable to connect to server. Please try again." };
  return { title: "Login Failed", message: describeRefusal(error) };
}

/** Returns the server's message about a failed login, or a general one. */
function describeRefusal(error: unknown): string {
  if (error instanceof ApiError && error.detail) return error.detail;
  return isRefusal(error) ? "Invalid email or password." : describeFailureWithoutTitle(error);
}
