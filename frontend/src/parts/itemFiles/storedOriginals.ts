// Originals of photos that are still uploading, in the browser's database, so that an upload
// continues after the page was closed. Only the user who chose a photo can read its original.
// Logging out deletes all originals (parts/accounts/auth.ts).
import { useEffect } from "react";
import type { User } from "@/api/types";
import { loadSession, ORIGINALS_DATABASE } from "@/parts/accounts/session";

const STORE = "originals";
/** Maximum age of an original. The server deletes incomplete ones at the same age. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** An original, with the user who chose the photo. The key is the id of its file. */
type StoredOriginal = { id: number; userId: number; storedAt: number; original: Blob };

/**
 * Runs a request on the store. Returns undefined if the request fails, for example because the
 * browser has no database in a private window.
 */
async function runRequest<T>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await resultOf(openDatabase());
    try {
      return await resultOf(request(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function openDatabase(): IDBOpenDBRequest {
  const opening = indexedDB.open(ORIGINALS_DATABASE);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return opening;
}

/** Waits for a database request, and returns its result. */
function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Returns the id of the user whose session the browser has; null without a session. */
export const currentUserId = (): number | null =>
  (loadSession()?.user as User | undefined)?.id ?? null;

/** Whether a stored original is too old or doesn't belong to the user with the id `owner`. */
const isStale = ({ userId, storedAt }: StoredOriginal, owner: number | null) =>
  userId !== owner || Date.now() - storedAt >= MAX_AGE_MS;

/**
 * Stores an original under the id of its file, for the user of the current session. Without a session, it stores
 * nothing: the user may have logged out while the reduced copy was uploaded.
 */
export async function storeOriginal(id: number, original: Blob): Promise<void> {
  const userId = currentUserId();
  if (userId === null) return;
  const stored: StoredOriginal = { id, userId, storedAt: Date.now(), original };
  await runRequest("readwrite", (store) => store.put(stored, id));
}

/** Returns the stored original of a file; undefined if there is none for the current user. */
export async function readOriginal(id: number): Promise<Blob | undefined> {
  const stored = await runRequest<StoredOriginal | undefined>("readonly", (store) => store.get(id));
  return stored && !isStale(stored, currentUserId()) ? stored.original : undefined;
}

export const dropOriginal = (id: number) => runRequest("readwrite", (store) => store.delete(id));

/** Deletes the originals that are too old or belong to users other than this one. */
async function dropStaleOriginals(userId: number): Promise<void> {
  const all = await runRequest<StoredOriginal[]>("readonly", (store) => store.getAll());
  for (const stored of all ?? []) if (isStale(stored, userId)) await dropOriginal(stored.id);
}

/** Deletes old originals, and those of other users, when a user's session starts. */
export function useDropStaleOriginals(userId: number | undefined): void {
  useEffect(() => {
    if (userId !== undefined) void dropStaleOriginals(userId);
  }, [userId]);
}
