/** Responses that the preload script (app/startup/preload.ts) requested before the page's scripts loaded, by URL. */
export type EarlyResponses = Map<string, Promise<Response>>;

export const EARLY = "lanewiseEarly";

declare global {
  interface Window {
    [EARLY]?: EarlyResponses;
  }
}

/** Time after the page was opened during which early responses are used, in milliseconds. */
const MAX_AGE_MS = 10_000;

/**
 * Returns the early response to a GET request, or null. Each response is used at most once. All
 * responses are dropped after MAX_AGE_MS, or with the first request that isn't a GET.
 */
export function takeEarlyResponse(
  input: RequestInfo | URL,
  method = "GET",
): Promise<Response> | null {
  // Tests and tools that run in Node have no window.
  const responses = globalThis.window?.[EARLY];
  if (!responses) return null;
  if (method !== "GET" || performance.now() > MAX_AGE_MS) {
    responses.clear();
    return null;
  }
  const url = String(input);
  const response = responses.get(url);
  responses.delete(url);
  return response ?? null;
}
