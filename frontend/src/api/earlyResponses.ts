/** Responses that the preload script (app/startup/preload.ts) requested before the page's scripts loaded, by URL. */
export type EarlyResponses = Map<string, Promise<Response>>;

export const EARLY = "lanewiseEarly";

declare global {
  interface Window {
    [EARLY]?: EarlyResponses;
  }
}

/** Maximum time since the page was opened, in milliseconds. Older early responses are ignored. */
const FRESH_MS = 10_000;

/**
 * Returns the early response to a GET request, if there is one. Each response is used at most once. After FRESH_MS, or
 * after the first request that changes data, early responses are ignored.
 */
export function takeEarlyResponse(
  input: RequestInfo | URL,
  method = "GET",
): Promise<Response> | null {
  // Tests and tools that run in Node have no window.
  const answers = globalThis.window?.[EARLY];
  if (!answers) return null;
  if (method !== "GET" || performance.now() > FRESH_MS) {
    answers.clear();
    return null;
  }
  const url = String(input);
  const answer = answers.get(url);
  answers.delete(url);
  return answer ?? null;
}
