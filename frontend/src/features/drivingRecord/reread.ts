/** Revalidate when the user comes back, because something may have been paid in the meantime. */
export const REREAD = { revalidateIfStale: true };
