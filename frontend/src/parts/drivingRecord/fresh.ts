import { mutate } from "swr";
import { HIRES_KEY } from "@/api/keys";

const OF_ITEMS = new Set([
  "/api/tickets",
  "/api/parking",
  "/api/tolls",
  "/api/driving-profile",
  "/api/users",
]);

/** Forgets what was read of a driver's record, so that it is read again where it shows, now or later. */
export async function forgetItems(): Promise<void> {
  await mutate(
    (key) => key === HIRES_KEY || (Array.isArray(key) && OF_ITEMS.has(key[0])),
    undefined,
  );
}

/** The browser shows this page out of its memory, as after Back from the payment page: something may have been paid since. */
export function forgetItemsWhenShownAgain(): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void forgetItems();
  });
}
