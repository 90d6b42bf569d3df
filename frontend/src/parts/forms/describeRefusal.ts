import { ApiError } from "@/api/client";
import { failureText } from "./useSubmit";

/**
 * Returns why a call failed: the text for the error's code in `texts`. Without such
 * a text, returns `failureText`.
 */
export function describeRefusal(error: unknown, texts: Readonly<Record<string, string>>): string {
  const text = error instanceof ApiError && error.code ? texts[error.code] : undefined;
  return text ?? failureText(error);
}
