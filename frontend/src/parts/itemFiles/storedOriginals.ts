// Originals of photos that are still uploading, in the browser's database. So an upload continues after the page was
// closed. Logging out deletes them (parts/accounts/auth.ts).
import { ORIGINALS_DATABASE } from "@/parts/accounts/session";

const STORE = "originals";

/** Runs a request on the store. Returns undefined if the browser has no database, for example in a private window. */
async function run<T>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await done(openDatabase());
    try {
      return await done(request(database.transaction(STORE, mode).objectStore(STORE)));
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

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Stores an original under the id of its file. */
export const storeOriginal = (id: number, original: Blob) =>
  run("readwrite", (store) => store.put(original, id));

export const readOriginal = (id: number) =>
  run<Blob | undefined>("readonly", (store) => store.get(id));

export const dropOriginal = (id: number) => run("readwrite", (store) => store.delete(id));
