import { extendRecord, readRecord, type SessionRecord, touchRecord } from "./sessionRecord";

/**
 * The browser's own session record (docs/PRODUCT.md#session-record): one key in local and session storage. It
 * mirrors the server's record so that screens can start at once; it never decides anything.
 */
export const SESSION_KEY = "lanewise.session";
const REARM_MS = 60_000;
const ACTIVITY = ["click", "keypress", "scroll", "touchstart"] as const;

function stores(): Storage[] {
  return [window.localStorage, window.sessionStorage];
}

/** Storage may be full, forbidden or absent: the page works without, and says so in the log only. */
function guarded<T>(what: string, act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    console.warn(`session record: ${what} failed`, error);
    return null;
  }
}

export function saveSession(record: SessionRecord): void {
  const text = JSON.stringify(record);
  guarded("saving", () => {
    for (const store of stores()) store.setItem(SESSION_KEY, text);
  });
}

export function clearSession(): void {
  guarded("clearing", () => {
    for (const store of stores()) store.removeItem(SESSION_KEY);
  });
}

/** A log-out that the server has not heard of yet. */
const OWED_KEY = "lanewise.logout";

export const isLogOutOwed = () =>
  guarded("looking", () => window.localStorage.getItem(OWED_KEY)) !== null;

export function oweLogOut(): void {
  guarded("noting", () => window.localStorage.setItem(OWED_KEY, "owed"));
}

export function settleLogOut(): void {
  guarded("settling", () => window.localStorage.removeItem(OWED_KEY));
}

/**
 * Forgets all that this page stored, by name: the next person here must not find what the last person typed. The answer about
 * privacy stays, for it is this browser's, and so does a log-out that the server has not heard of.
 */
export function forgetStored(): void {
  guarded("forgetting", () => {
    for (const store of stores())
      for (const key of Object.keys(store))
        if (/^lanewise\.(?!(?:privacy|logout)$)/.test(key)) store.removeItem(key);
  });
}

/** A stored record; null when it is corrupted. */
export function parseRecord(text: string): SessionRecord | null {
  try {
    const value: Partial<SessionRecord> | null = JSON.parse(text);
    const times = [value?.loginTime, value?.lastActivity, value?.expiresAt];
    const sound = times.every(
      (time) => typeof time === "string" && !Number.isNaN(Date.parse(time)),
    );
    return sound && typeof value?.user === "object" && value.user !== null
      ? (value as SessionRecord)
      : null;
  } catch {
    return null;
  }
}

/** Reads the stored record: a corrupted or expired one is cleared, one about to end is renewed. */
export function loadSession(now = Date.now()): SessionRecord | null {
  const text = guarded("reading", () =>
    stores().reduce<string | null>((found, store) => found ?? store.getItem(SESSION_KEY), null),
  );
  if (text === null) return null;
  const stored = parseRecord(text);
  const record = stored && readRecord(stored, now);
  if (!record) clearSession();
  else if (record !== stored) saveSession(record);
  return record;
}

/** Changes the stored record, if there is one that still holds. */
function change(to: (record: SessionRecord, now: number) => SessionRecord | null, now: number) {
  const record = loadSession(now);
  const changed = record && to(record, now);
  if (changed) saveSession(changed);
  return changed;
}

/** Notes activity in the stored record. */
export const touchSession = (now = Date.now()) => change(touchRecord, now);

/** Extends the stored record by hand. */
export const extendStoredSession = (now = Date.now()) => change(extendRecord, now);

/** Calls back on the person's activity, at most once a second; the listeners are re-armed every 60 seconds. */
export function watchActivity(onActivity: () => void, target: EventTarget = window): () => void {
  let last = 0;
  const listener = () => {
    if (Date.now() - last < 1000) return;
    last = Date.now();
    onActivity();
  };
  const disarm = () => {
    for (const name of ACTIVITY) target.removeEventListener(name, listener);
  };
  const arm = () => {
    disarm();
    for (const name of ACTIVITY) target.addEventListener(name, listener, { passive: true });
  };
  arm();
  const timer = setInterval(arm, REARM_MS);
  return () => {
    clearInterval(timer);
    disarm();
  };
}
