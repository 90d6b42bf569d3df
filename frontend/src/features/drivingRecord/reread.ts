/**
 * Options that revalidate when the user returns to the screen, because an item may have been paid
 * in the meantime.
 */
export const REVALIDATE = { revalidateIfStale: true };
