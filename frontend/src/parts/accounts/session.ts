import { readRecord, type SessionRecord, touchRecord } from "./sessionRecord";

/**
 * The browser's copy of the session (docs/product/accounts.md#session-record), under one key in local and session
 * storage. The copy mirrors the server's session so that screens can start immediately. The server alone decides
 * whether a session is valid.
 */
export const SESSION_KEY = "lanewise.session";
/** Name of the browser's database with originals of photos that are still uploading. */
export const ORIGINALS_DATABASE = "originals";
const REREGISTER_MS = 60_000;
const ACTIVITY = ["click", "keypress", "scroll", "touchstart"] as const;

function storages(): Storage[] {
  return [window.localStorage, window.sessionStorage];
}

/**
 * Runs a storage operation. Storage may be full, forbidden or missing; the page then works without it, and this
 * function logs a warning and returns null.
 */
function tryStorage<T>(purpose: string, operation: () => T): T | null {
  try {
    return operation();
  } catch (error) {
    console.warn(`session record: ${purpose} failed`, error);
    return null;
  }
}

export function saveSession(record: SessionRecord): void {
  const text = JSON.stringify(record);
  tryStorage("saving", () => {
    for (const store of storages()) store.setItem(SESSION_KEY, text);
  });
}

export function clearSession(): void {
  tryStorage("clearing", () => {
    for (const store of storages()) store.removeItem(SESSION_KEY);
  });
}

/** Storage key that marks a logout which the server hasn't received yet. */
const PENDING_LOGOUT_KEY = "lanewise.logout";

export const isLogOutPending = () =>
  tryStorage("reading", () => window.localStorage.getItem(PENDING_LOGOUT_KEY)) !== null;

export function markLogOutPending(): void {
  tryStorage("noting", () => window.localStorage.setItem(PENDING_LOGOUT_KEY, "owed"));
}

export function clearPendingLogOut(): void {
  tryStorage("settling", () => window.localStorage.removeItem(PENDING_LOGOUT_KEY));
}

/**
 * Removes everything that this page has stored, so that the next user doesn't find what the previous user typed. Keeps
 * the privacy choice, which belongs to the browser, and a pending logout.
 */
export function clearStoredData(): void {
  tryStorage("forgetting", () => {
    for (const store of storages())
      for (const key of Object.keys(store))
        if (/^lanewise\.(?!(?:privacy|logout)$)/.test(key)) store.removeItem(key);
    window.indexedDB?.deleteDatabase(ORIGINALS_DATABASE);
  });
}

/** Parses a stored record. Returns null if it is corrupted. */
export function parseRecord(text: string): SessionRecord | null {
  try {
    const value: Partial<SessionRecord> | null = JSON.parse(text);
    const times = [value?.loginTime, value?.lastActivity, value?.expiresAt];
    const isValid = times.every(
      (time) => typeof time === "string" && !Number.isNaN(Date.parse(time)),
    );
    return isValid && typeof value?.user === "object" && value.user !== null
      ? (value as SessionRecord)
      : null;
  } catch {
    return null;
  }
}

/**
 * Reads the stored record; null if there is none. A corrupted or expired record is cleared; a record that ends soon is
 * renewed.
 */
export function loadSession(now = Date.now()): SessionRecord | null {
  const text = tryStorage("reading", () =>
    storages().reduce<string | null>((found, store) => found ?? store.getItem(SESSION_KEY), null),
  );
  if (text === null) return null;
  const stored = parseRecord(text);
  const record = stored && readRecord(stored, now);
  if (!record) clearSession();
  else if (record !== stored) saveSession(record);
  return record;
}

/** Records user activity in the stored record, if it is still valid. */
export function touchSession(now = Date.now()): void {
  const record = loadSession(now);
  const touched = record && touchRecord(record, now);
  if (touched) saveSession(touched);
}

/**
 * Calls `onActivity` when the user is active, at most once a second. Returns a function that stops
 * watching.
 */
export function watchActivity(onActivity: () => void, target: EventTarget = window): () => void {
  let lastCall = 0;
  const listener = () => {
    if (Date.now() - lastCall < 1000) return;
    lastCall = Date.now();
    onActivity();
  };
  const removeListeners = () => {
    for (const name of ACTIVITY) target.removeEventListener(name, listener);
  };
  const addListeners = () => {
    removeListeners();
    for (const name of ACTIVITY) target.addEventListener(name, listener, { passive: true });
  };
  addListeners();
  const timer = setInterval(addListeners, REREGISTER_MS);
  return () => {
    clearInterval(timer);
    removeListeners();
  };
}
