/** What a person comes back to is read again: something may have been paid in between. */
export const REREAD = { revalidateIfStale: true };
