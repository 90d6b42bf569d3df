import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { subscribeToasts, toastItems } from "@/ui/overlays/toast";

const newestToast = () => toastItems()[0]?.id;

/**
 * Loads the toasts' machinery with the first toast: no first screen needs it. Without a network there is none, and the page goes
 * on; the next toast tries again.
 */
export function LateToaster() {
  const newest = useSyncExternalStore(subscribeToasts, newestToast, newestToast);
  const [Toaster, setToaster] = useState<ComponentType>();

  useEffect(() => {
    if (newest && !Toaster)
      import("@/ui/overlays/Toaster").then((late) => setToaster(() => late.Toaster), console.warn);
  }, [newest, Toaster]);
  return newest && Toaster && <Toaster />;
}
