/** Answers that were asked for before the page's scripts had come (app/first/early.ts), by their address. */
export type EarlyAnswers = Map<string, Promise<Response>>;

export const EARLY = "lanewiseEarly";

declare global {
  interface Window {
    [EARLY]?: EarlyAnswers;
  }
}

/** After so long since the page was opened an answer is not fresh any more. */
const FRESH_MS = 10_000;

/** The answer to a call that was asked for already: once, while it is fresh, and before anything was changed. */
export function earlyAnswer(input: RequestInfo | URL, method = "GET"): Promise<Response> | null {
  // Other tests and tools have no window.
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
