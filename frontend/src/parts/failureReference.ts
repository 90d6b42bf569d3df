import { ApiError } from "@/api/client";

/** Time in milliseconds after a failure within which a help request is assumed to be about that failure. */
const MAX_AGE_MS = 10 * 60_000;

let lastShown: { reference: string; at: number } | null = null;

/**
 * The first characters of a failed request's id, by which staff find the log entry. Null unless the server is at fault.
 */
export function referenceOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status < 500) return null;
  return error.requestId?.slice(0, 8) || null;
}

/** Remembers a reference that the user has seen, so that their next help request includes it. */
export function storeReference(reference: string, now = Date.now()): void {
  lastShown = { reference, at: now };
}

/** Returns the reference that the user saw last; null if it is too old or there is none. */
export function readStoredReference(now = Date.now()): string | null {
  return lastShown && now - lastShown.at < MAX_AGE_MS ? lastShown.reference : null;
}

export function clearReference(): void {
  lastShown = null;
}

/** Returns the line with the reference that ends a help request. */
export const formatReferenceLine = (reference: string | null): string =>
  reference ? `\n\nReference ${reference}` : "";
