import type { User } from "@/api/types";
import { type ToastOptions, toast } from "@/ui/overlays/toast";
import { markUpToDate } from "./markUpToDate";

/** Duration of the toast, in milliseconds: long enough to read two sentences and click Update All. */
const DURATION_MS = 15_000;

/** Shows a toast that an item was filed. Offers Update All if its driver can't see the item yet. */
export function showFiledToast(driver: User, options: ToastOptions): void {
  if (driver.lastAdminUpdateAt) {
    toast(options);
    return;
  }
  const [firstName] = (driver.fullName ?? driver.username).split(" ");
  toast({
    ...options,
    description: `${options.description} ${firstName} can’t see this until you click Update All.`,
    action: { label: "Update All", onAction: () => void markUpToDate(driver) },
    duration: DURATION_MS,
  });
}
