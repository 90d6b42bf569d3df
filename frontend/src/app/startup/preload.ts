/**
 * A small script that runs before all others. The script requests the data and files that the screen will need
 * (preloadList.ts), so that they load in parallel with the scripts. `takeEarlyResponse` (api/earlyResponses.ts) hands
 * out the responses. The browser's session record says which user is logged in
 * (docs/product/accounts.md#session-record). If a visitor's prerendered screen can be hydrated, the requests and the
 * other scripts wait until the first paint, so that the first paint isn't delayed. A document with inline responses
 * needs no requests (inlineResponses.ts). The other scripts don't wait for this script then, and may run before it.
 */
import { EARLY, type EarlyResponses } from "@/api/earlyResponses";
import { afterPaint, waitForParsing } from "./afterPaint";
import { listPreloads, type RecordedUser } from "./preloadList";
import { recordClicks } from "./replayClicks";
import { hidePrerendered } from "./rerender";
import SCREENS from "./screens.json";

const SESSION_RECORD_KEY = "lanewise.session";
const responses: EarlyResponses = new Map();

/** Requests a URL before the app has loaded, and stores the response for the app. */
function sendEarlyRequest(url: string): void {
  const answer = fetch(url, {
    headers: { accept: "application/json" },
    credentials: "same-origin",
  });
  // The code that uses the response handles its rejection.
  answer.catch(() => undefined);
  responses.set(url, answer);
}

/** Returns the user of the stored session record; null if there is no valid record. */
function readRecordedUser(): RecordedUser | null {
  try {
    const text =
      localStorage.getItem(SESSION_RECORD_KEY) ?? sessionStorage.getItem(SESSION_RECORD_KEY);
    const record = JSON.parse(text ?? "null");
    return Date.parse(record.expiresAt) > Date.now() && record.user.id > 0 ? record.user : null;
  } catch {
    return null;
  }
}

/**
 * Whether session storage has data, such as a half-filled form, that makes the screen differ from
 * its prerendered HTML.
 */
function hasStoredState(): boolean {
  try {
    return Object.keys(sessionStorage).some(
      (key) => key.startsWith("lanewise.") && key !== SESSION_RECORD_KEY,
    );
  } catch {
    return false;
  }
}

/** Returns a list of URLs or words that the build wrote into the document's head (build.mjs). */
function readPresets(name: string): string[] {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content ? content.split(" ") : [];
}

/** Preloads a script module or, if `style` is true, a stylesheet. */
function preload(href: string, style = false): void {
  const link = document.createElement("link");
  link.rel = style ? "preload" : "modulepreload";
  if (style) link.as = "style";
  link.href = href;
  document.head.append(link);
}

const user = readRecordedUser();
const [frame] = readPresets("frame");
const [entry, ...parts] = readPresets("start");
/** Whether the document has a complete screen that React can hydrate, because no session or stored form changes it. */
const isComplete = entry !== undefined && user === null && !hasStoredState();

function sendEarlyRequests(): void {
  if (frame === "inlining") return;
  for (const url of listPreloads(user, location)) sendEarlyRequest(url);
  window[EARLY] = responses;
}

if (!isComplete) sendEarlyRequests();

if (user) {
  const screen = (SCREENS as Record<string, string>)[location.pathname];
  for (const file of readPresets(`files:${screen}`)) preload(file);
  for (const file of readPresets(`style:${screen}`)) preload(file, true);
}

if (frame) recordClicks();

if (entry) {
  if (isComplete) recordClicks();
  else hidePrerendered();
  void (isComplete ? afterPaint() : Promise.resolve(waitForParsing())).then(() => {
    if (isComplete) sendEarlyRequests();
    for (const part of parts) preload(part);
    const script = document.createElement("script");
    script.type = "module";
    script.src = entry;
    document.head.append(script);
  });
}
