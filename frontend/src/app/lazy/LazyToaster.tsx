import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { subscribeToasts, toastItems } from "@/ui/overlays/toast";

const newestToast = () => toastItems()[0]?.id;

/**
 * Loads the code for toasts with the first toast, because no initial screen needs it. If loading
 * fails, the page works without toasts, and the next toast tries again.
 */
export function LazyToaster() {
  const newest = useSyncExternalStore(subscribeToasts, newestToast, newestToast);
  const [Toaster, setToaster] = useState<ComponentType>();

  useEffect(() => {
    if (newest && !Toaster)
      import("@/ui/overlays/Toaster").then((late) => setToaster(() => late.default), console.warn);
  }, [newest, Toaster]);
  return newest && Toaster && <Toaster />;
}
