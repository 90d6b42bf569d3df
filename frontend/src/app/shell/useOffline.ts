import { useEffect, useSyncExternalStore } from "react";
import { mutate } from "swr";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Returns whether the browser is offline. When it is online again, all data on the screen is revalidated. */
export function useOffline(): boolean {
  useEffect(() => {
    const reload = () => void mutate(() => true);
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    // Prerendered HTML assumes that the browser is online.
    () => false,
  );
}
