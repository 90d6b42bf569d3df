/** Responses that the preload script (app/startup/preload.ts) requested before the page's scripts loaded, by URL. */
export type EarlyResponses = Map<string, Promise<Response>>;

export const EARLY = "lanewiseEarly";

declare global {
  interface Window {
    [EARLY]?: EarlyResponses;
  }
}

/** Maximum time since the page was opened, in milliseconds. Older early responses are ignored. */
const MAX_AGE_MS = 10_000;

/**
 * Returns the early response to a GET request, if there is one. Each response is used at most once. After FRESH_MS, or
 * after the first request that changes data, early responses are ignored.
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
