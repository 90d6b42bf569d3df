import { ApiError } from "@/api/client";

/** Returns why a change was refused, with an explanation if a colleague acted first. */
export function describeRefusal(text: string, failures: readonly unknown[]): string {
  const conflict = failures.find((error) => error instanceof ApiError && error.status === 409);
  const detail = conflict instanceof ApiError ? conflict.detail : null;
  if (!detail) return text;
  return `${text}${text.endsWith(".") ? "" : "."} ${detail}`;
}
