/**
 * A small script that runs before all others. It requests the data and files that the screen will
 * need, so that they load in parallel with the scripts. `takeEarlyResponse`
 * (api/earlyResponses.ts) hands out the responses. It makes the same calls as the screen will,
 * based on the browser's session record (docs/product/accounts.md#session-record). On a visitor's
 * prerendered screen the other scripts wait until the first paint, so that the first paint isn't
 * delayed.
 */
import { EARLY, type EarlyResponses } from "@/api/earlyResponses";
import { afterPaint, waitForParsing } from "./afterPaint";
import { recordClicks } from "./replayClicks";
import { hidePrerendered } from "./rerender";
import SCREENS from "./screens.json";

type KnownUser = { id: number; lastAdminUpdateAt?: string; vehicleLicensePlate?: string };

const SESSION_RECORD_KEY = "lanewise.session";
const responses: EarlyResponses = new Map();

function request(url: string): void {
  const answer = fetch(url, {
    headers: { accept: "application/json" },
    credentials: "same-origin",
  });
  // The code that uses the response handles its rejection.
  answer.catch(() => undefined);
  responses.set(url, answer);
}

function readRecordedUser(): KnownUser | null {
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

/** Returns a list of URLs that the build wrote into the document's head (build.mjs). */
function readPresetUrls(name: string): string[] {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content ? content.split(" ") : [];
}

function preload(href: string, style = false): void {
  const link = document.createElement("link");
  link.rel = style ? "preload" : "modulepreload";
  if (style) link.as = "style";
  link.href = href;
  document.head.append(link);
}

/** The screens that show a driving record. */
const showsRecord = /^\/(driving-profile|profile|due)$/.test(location.pathname);
const query = new URLSearchParams(location.search);
const isOwnRecord = !query.has("user");
/** The list that contains the item to pay, by the `type` in the address. */
const LISTS_BY_TYPE = { ticket: "tickets", lawyer: "tickets", parking: "parking", toll: "tolls" };
const paidList = location.pathname === "/payment" && LISTS_BY_TYPE[query.get("type") as "ticket"];

request("/api/config");
const user = readRecordedUser();
if (user) {
  request("/api/session");
  const screen = (SCREENS as Record<string, string>)[location.pathname];
  for (const file of readPresetUrls(`files:${screen}`)) preload(file);
  for (const file of readPresetUrls(`style:${screen}`)) preload(file, true);
  const requestOwn = (path: string) => request(`/api/${path}/${user.id}?requestedBy=${user.id}`);
  if (paidList) requestOwn(paidList);
  if (paidList === "tickets") requestOwn("court-appearances");
  if (showsRecord && isOwnRecord) {
    requestOwn("driving-profile");
    // Lists are requested under the same condition as on the profile (docs/product/driving-record.md#record-readiness).
    if (user.lastAdminUpdateAt) {
      requestOwn("tickets");
      requestOwn("court-appearances");
      requestOwn("tolls");
      if (user.vehicleLicensePlate) requestOwn("parking");
    }
  }
}
window[EARLY] = responses;

if (readPresetUrls("frame").length > 0) recordClicks();

const [entry, ...parts] = readPresetUrls("start");
if (entry) {
  const mustRerender = user !== null || hasStoredState();
  if (mustRerender) hidePrerendered();
  else recordClicks();
  void (mustRerender ? Promise.resolve(waitForParsing()) : afterPaint()).then(() => {
    for (const part of parts) preload(part);
    const script = document.createElement("script");
    script.type = "module";
    script.src = entry;
    document.head.append(script);
  });
}
