import { ApiError } from "@/api/client";

/**
 * Returns the text about refused changes. Appends the server's message if one of the `failures` is a conflict (409),
 * for example because a colleague changed the record first.
 */
export function describeRefusal(text: string, failures: readonly unknown[]): string {
  const conflict = failures.find((error) => error instanceof ApiError && error.status === 409);
  const detail = conflict instanceof ApiError ? conflict.detail : null;
  if (!detail) return text;
  return `${text}${text.endsWith(".") ? "" : "."} ${detail}`;
}
