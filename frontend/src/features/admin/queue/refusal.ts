import { ApiError } from "@/api/client";

/** Why a change was refused; what another one of the staff did first is worth saying. */
export function refusal(text: string, failures: readonly unknown[]): string {
  const conflict = failures.find((error) => error instanceof ApiError && error.status === 409);
  const detail = conflict instanceof ApiError ? conflict.detail : null;
  if (!detail) return text;
  return `${text}${text.endsWith(".") ? "" : "."} ${detail}`;
}
