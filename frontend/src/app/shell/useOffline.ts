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

/** Whether the browser has lost the network; when it is back, what is on the screen is read again. */
export function useOffline(): boolean {
  useEffect(() => {
    const reload = () => void mutate(() => true);
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    // What the build draws has a network.
    () => false,
  );
}
