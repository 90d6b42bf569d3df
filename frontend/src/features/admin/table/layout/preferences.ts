import { useCallback, useEffect, useMemo } from "react";
import useSWR, { useSWRConfig } from "swr";
import { ApiError } from "@/api/client";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import { useSession } from "@/parts/accounts/useSession";
import { PREFERENCES_KEY, getPreferences, setPreference } from "./calls";

/** A user's stored preferences, by name. */
type Preferences = Readonly<Record<string, string>>;

/** Delay before saving, in milliseconds, because a drag makes dozens of changes. */
const SAVE_DELAY_MS = 400;

/** Preferences that aren't saved on the server yet; null means deleted. */
type Pending = Map<string, string | null>;

let pending: Pending = new Map();
let pendingUserId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const copyKeyOf = (staffId: number) => `lanewise.desk.choices.${staffId}`;
const pendingKeyOf = (staffId: number) => `lanewise.desk.choices.pending.${staffId}`;

/** Reads a value from this browser's storage; undefined if it is missing or can't be read. */
function readStored<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value in this browser. */
function storeLocally(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage in the browser, preferences come only from the server.
  }
}

/**
 * Reads this browser's copy of the preferences, so that a table knows its columns before the server
 * responds.
 */
const readCopy = (staffId: number) => readStored<Preferences>(copyKeyOf(staffId));

/** Stores the preferences that aren't saved yet, so that they survive a reload. */
const storePending = (staffId: number) =>
  storeLocally(pendingKeyOf(staffId), Object.fromEntries(pending));

/**
 * Restores a staff member's preferences that weren't saved before Lanewise was last closed or reloaded in this browser.
 */
function restorePending(staffId: number): void {
  if (pendingUserId === staffId) return;
  pendingUserId = staffId;
  pending = new Map(
    Object.entries(readStored<Record<string, string | null>>(pendingKeyOf(staffId)) ?? {}),
  );
}

/** Returns the server's preferences with those of this browser that aren't saved yet. */
function withPending(chosen: Preferences, staffId: number): Preferences {
  if (pendingUserId !== staffId) return chosen;
  const all = new Map(Object.entries(chosen));
  for (const [name, value] of pending) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  return Object.fromEntries(all);
}

/** Whether the server permanently rejected the value, so that a retry is pointless. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status === 422;

/**
 * Saves pending preferences. Preferences that couldn't be saved are sent with the next change, or
 * when Lanewise is next opened or reloaded in this browser.
 */
async function savePending(staffId: number, keepalive?: true): Promise<void> {
  clearTimeout(timer);
  const savedPreferences = pending;
  for (const [name, value] of [...savedPreferences]) {
    const isDone = await setPreference(name, value, keepalive).then(() => true, isRefused);
    if (isDone && savedPreferences.get(name) === value) savedPreferences.delete(name);
    if (pendingUserId !== staffId) return;
    storePending(staffId);
  }
}

/** Saves pending preferences when the page is closed, reloaded or left. */
function saveBeforeLeaving(): void {
  void savePending(pendingUserId, true);
}

/** Converts a name for the server: `/api/lawyer-hires` becomes `lawyer-hires`. */
const serverNameOf = (name: string) => name.replace("/api/", "").replaceAll("/", "-");

/** Parses a preference. Returns `fallback` if the text is missing or invalid. */
function parsePreference<T>(
  text: string | undefined,
  fallback: T,
  isValid: (value: unknown) => value is T,
): T {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isValid(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

/**
 * A preference of the current staff member, stored on the server. Setting undefined deletes it. `fallback` and
 * `isValid` must be the same objects in each render.
 */
export function usePreference<T>(
  name: string,
  fallback: T,
  isValid: (value: unknown) => value is T,
): [T, (next: T | undefined) => void] {
  const staffId = useSession().user?.id ?? 0;
  // The browser adds the same listener only once, even if several tables call this.
  useEffect(() => window.addEventListener("pagehide", saveBeforeLeaving), []);
  const { mutate } = useSWRConfig();
  const fallbackData = useMemo(() => readCopy(staffId), [staffId]);
  const { data } = useSWR<Preferences>(
    PREFERENCES_KEY,
    async () => {
      restorePending(staffId);
      await savePending(staffId);
      const chosen = withPending(await getPreferences(), staffId);
      storeLocally(copyKeyOf(staffId), chosen);
      return chosen;
    },
    // Revalidates, because the local copy may be older than a change made in another browser.
    { fallbackData, ...REVALIDATE_ON_MOUNT },
  );
  const text = data?.[serverNameOf(name)];
  const value = useMemo(() => parsePreference(text, fallback, isValid), [text, fallback, isValid]);
  const choose = useCallback(
    (next: T | undefined) => {
      restorePending(staffId);
      pending.set(serverNameOf(name), next === undefined ? null : JSON.stringify(next));
      storePending(staffId);
      const chosen = (now: Preferences | undefined) =>
        withPending(now ?? readCopy(staffId) ?? {}, staffId);
      void mutate<Preferences>(
        PREFERENCES_KEY,
        (now) => {
          const all = chosen(now);
          storeLocally(copyKeyOf(staffId), all);
          return all;
        },
        { revalidate: false },
      );
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (pendingUserId === staffId) void savePending(staffId);
      }, SAVE_DELAY_MS);
    },
    [mutate, name, staffId],
  );
  return [value, choose];
}
