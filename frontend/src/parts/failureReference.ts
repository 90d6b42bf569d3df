import { ApiError } from "@/api/client";

/** Who asks for help this long after a failure most likely means it. */
const KEPT_MS = 10 * 60_000;

let told: { reference: string; at: number } | null = null;

/** The beginning of a failed request's id, when the failure is ours: staff find it in the log by that. */
export function referenceOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status < 500) return null;
  return error.requestId?.slice(0, 8) || null;
}

/** A person has been told it: a request for help that they send next carries it. */
export function noteReference(reference: string, now = Date.now()): void {
  told = { reference, at: now };
}

export function notedReference(now = Date.now()): string | null {
  return told && now - told.at < KEPT_MS ? told.reference : null;
}

export function forgetReference(): void {
  told = null;
}

/** What a request for help says in its last line. */
export const referenceLine = (reference: string | null): string =>
  reference ? `\n\nReference ${reference}` : "";
