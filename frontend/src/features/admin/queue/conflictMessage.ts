import { ApiError } from "@/api/client";

/**
 * Returns `text`, followed by the server's message if one of the `failures` is a conflict (409).
 */
export function addConflictMessage(text: string, failures: readonly unknown[]): string {
  const conflict = failures.find((error) => error instanceof ApiError && error.status === 409);
  const detail = conflict instanceof ApiError ? conflict.detail : null;
  if (!detail) return text;
  return `${text}${text.endsWith(".") ? "" : "."} ${detail}`;
}
