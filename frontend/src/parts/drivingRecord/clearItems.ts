import { mutate } from "swr";
import { HIRES_KEY } from "@/api/keys";

const ITEM_PATHS = new Set([
  "/api/tickets",
  "/api/court-appearances",
  "/api/parking",
  "/api/tolls",
  "/api/driving-profile",
  "/api/users",
]);

/** Path and cache key of the list of items that the driver added, with the results of staff's checks. */
export const ADDED_ITEMS_KEY = "/api/added-items";

/**
 * Clears cached items, profiles, users and hires, so that they are read again
 * wherever they are shown.
 */
export async function clearItems(): Promise<void> {
  await mutate(
    (key) =>
      key === HIRES_KEY ||
      key === ADDED_ITEMS_KEY ||
      (Array.isArray(key) && ITEM_PATHS.has(key[0])),
    undefined,
  );
}

/**
 * Clears cached items when the browser shows the page from its back/forward cache, for example after Back from the
 * payment page. Something may have been paid since.
 */
export function clearItemsOnPageRestore(): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void clearItems();
  });
}
