import { vi } from "vitest";

/** Returns a request that calls `onsuccess` with its result later, as a browser's request does. */
function request<T>(result: () => T) {
  const made = { result: undefined as T | undefined, onsuccess: () => {}, onerror: () => {} };
  queueMicrotask(() => {
    made.result = result();
    made.onsuccess();
  });
  return made;
}

/** Replaces the browser's databases with one in memory that has a single store. Returns the store's values by key. */
export function fakeDatabase(): Map<unknown, unknown> {
  const values = new Map<unknown, unknown>();
  const store = {
    get: (key: unknown) => request(() => values.get(key)),
    getAll: () => request(() => [...values.values()]),
    put: (value: unknown, key: unknown) => request(() => values.set(key, value)),
    delete: (key: unknown) => request(() => values.delete(key)),
  };
  const database = { transaction: () => ({ objectStore: () => store }), close: () => {} };
  vi.stubGlobal("indexedDB", {
    open: () => request(() => database),
    deleteDatabase: () => request(() => values.clear()),
  });
  return values;
}
