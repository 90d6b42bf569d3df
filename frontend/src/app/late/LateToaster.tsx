import { lazy, Suspense, useSyncExternalStore } from "react";
import { subscribeToasts, toastItems } from "@/ui/overlays/toast";

const Toaster = lazy(() =>
  import("@/ui/overlays/Toaster").then((module) => ({ default: module.Toaster })),
);

/** Loads the toasts' machinery with the first toast: no first screen needs it. */
export function LateToaster() {
  const wanted = useSyncExternalStore(subscribeToasts, () => toastItems().length > 0);
  return (
    wanted && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
