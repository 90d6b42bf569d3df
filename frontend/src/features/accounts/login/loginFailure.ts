import { ApiError, NetworkError } from "@/api/client";

export type LoginFailure = { title?: string; message: string };

export const MISSING_CREDENTIALS: LoginFailure = {
  message: "Please enter both email and password.",
};

export function describeLoginFailure(error: unknown): LoginFailure {
  if (error instanceof NetworkError)
    return { message: "Unable to connect to server. Please try again." };
  const serverText = error instanceof ApiError ? error.detail : null;
  return { title: "Login Failed", message: serverText || "Invalid email or password." };
}
