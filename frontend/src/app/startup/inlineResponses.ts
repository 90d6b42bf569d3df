import { EARLY, type EarlyResponses } from "@/api/earlyResponses";
import { preloadUrls } from "@/api/generated/preload.gen";
import type { Session } from "@/api/types";
import { loadSession } from "@/parts/accounts/session";

/** Id of the element with the responses to the driver's initial calls (build.mjs). Only some documents have it. */
const ELEMENT_ID = "responses";

/** Returns the bodies of the responses by URL. Returns null if the text isn't a JSON object. */
function parseBodies(text: string): Record<string, unknown> | null {
  try {
    const bodies: unknown = JSON.parse(text);
    return typeof bodies === "object" ? (bodies as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/**
 * Moves the document's inline responses to the early responses, which the first screen uses instead of requests
 * (docs/product/page.md#inline-responses). Ignores responses that aren't for the user of the browser's session record.
 */
export function takeInlineResponses(): void {
  const element = document.getElementById(ELEMENT_ID);
  if (!element) return;
  element.remove();
  const bodies = parseBodies(element.textContent ?? "");
  const session = bodies?.[preloadUrls.showSession()] as Partial<Session> | undefined;
  const recorded = loadSession() as Session | null;
  if (!bodies || !recorded || session?.user?.id !== recorded.user.id) return;
  const responses: EarlyResponses = new Map();
  for (const [url, body] of Object.entries(bodies))
    responses.set(url, Promise.resolve(new Response(JSON.stringify(body))));
  window[EARLY] = responses;
}
