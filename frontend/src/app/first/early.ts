/**
 * A script of its own that runs before all others have come: it asks for what the screen will ask for, data and files, so
 * that they are on their way meanwhile. What takes the answers is earlyAnswer (api/early.ts). It decides nothing: it makes
 * the calls that the screen makes, by the browser's own record of the session (docs/PRODUCT.md#session-record). Where the
 * build has drawn a visitor's screen, the scripts wait until it is seen: they would only be in the way of it.
 */
import { EARLY, type EarlyAnswers } from "@/api/early";
import { afterPaint, parsed } from "./afterPaint";
import { hideDrawn } from "./anew";
import { notePressed } from "./pressed";
import SCREENS from "./screens.json";

type KnownUser = { id: number; lastAdminUpdateAt?: string; vehicleLicensePlate?: string };

const RECORD = "lanewise.session";
const answers: EarlyAnswers = new Map();

function ask(url: string): void {
  const answer = fetch(url, {
    headers: { accept: "application/json" },
    credentials: "same-origin",
  });
  // A failure is told to the one who takes it.
  answer.catch(() => undefined);
  answers.set(url, answer);
}

function recordedUser(): KnownUser | null {
  try {
    const text = localStorage.getItem(RECORD) ?? sessionStorage.getItem(RECORD);
    const record = JSON.parse(text ?? "null");
    return Date.parse(record.expiresAt) > Date.now() && record.user.id > 0 ? record.user : null;
  } catch {
    return null;
  }
}

/** A half-filled form, or whatever else of ours would have the screen look other than the build has drawn it. */
function keepsSomething(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith("lanewise.") && key !== RECORD);
  } catch {
    return false;
  }
}

/** What the build says in the document's head (build.mjs): addresses, one after the other. */
function told(name: string): string[] {
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return said ? said.split(" ") : [];
}

function fetchSoon(href: string, style = false): void {
  const link = document.createElement("link");
  link.rel = style ? "preload" : "modulepreload";
  if (style) link.as = "style";
  link.href = href;
  document.head.append(link);
}

/** The screens of a driving record, the driver's own. */
const isRecord = /^\/(driving-profile|profile|due)$/.test(location.pathname);
const query = new URLSearchParams(location.search);
const isOwn = !query.has("user");
/** The list that has what is paid at the checkout, by the address's `type`. */
const PAID_FROM = { ticket: "tickets", lawyer: "tickets", parking: "parking", toll: "tolls" };
const paidFrom = location.pathname === "/payment" && PAID_FROM[query.get("type") as "ticket"];

ask("/api/config");
const user = recordedUser();
if (user) {
  ask("/api/session");
  const screen = (SCREENS as Record<string, string>)[location.pathname];
  for (const file of told(`files:${screen}`)) fetchSoon(file);
  for (const file of told(`style:${screen}`)) fetchSoon(file, true);
  const of = (path: string) => ask(`/api/${path}/${user.id}?requestedBy=${user.id}`);
  if (paidFrom) of(paidFrom);
  if (isRecord && isOwn) {
    of("driving-profile");
    // docs/PRODUCT.md#record-readiness
    if (user.lastAdminUpdateAt) {
      of("tickets");
      of("tolls");
      if (user.vehicleLicensePlate) of("parking");
    }
  }
}
window[EARLY] = answers;

if (told("frame").length > 0) notePressed();

const [entry, ...parts] = told("start");
if (entry) {
  const isAnew = user !== null || keepsSomething();
  if (isAnew) hideDrawn();
  else notePressed();
  void (isAnew ? Promise.resolve(parsed()) : afterPaint()).then(() => {
    for (const part of parts) fetchSoon(part);
    const script = document.createElement("script");
    script.type = "module";
    script.src = entry;
    document.head.append(script);
  });
}
