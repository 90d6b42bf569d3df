/**
 * A script of its own that runs before all others have come: it asks for what the screen will ask for, so that the answers
 * are on their way meanwhile. What takes them is earlyAnswer (api/early.ts). It decides nothing: it makes the calls that
 * the screen makes, by the browser's own record of the session (docs/PRODUCT.md#session-record).
 */
import { EARLY, type EarlyAnswers } from "@/api/early";

type KnownUser = { id: number; lastAdminUpdateAt?: string; vehicleLicensePlate?: string };

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
    const record = JSON.parse(localStorage.getItem("lanewise.session") ?? "null");
    return Date.parse(record.expiresAt) > Date.now() && record.user.id > 0 ? record.user : null;
  } catch {
    return null;
  }
}

/** The screens of a driving record, the driver's own. */
const isRecord = /^\/(driving-profile|profile|due)$/.test(location.pathname);
const isOwn = !new URLSearchParams(location.search).has("user");

ask("/api/config");
const user = recordedUser();
if (user) {
  ask("/api/session");
  if (isRecord && isOwn) {
    const of = (path: string) => ask(`/api/${path}/${user.id}?requestedBy=${user.id}`);
    of("driving-profile");
    if (user.lastAdminUpdateAt) {
      of("tickets");
      of("tolls");
      if (user.vehicleLicensePlate) of("parking");
    }
  }
}
window[EARLY] = answers;
