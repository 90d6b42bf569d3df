/**
 * The ids of the driver's last chat in this browser, and of the newest message that they have seen.
 */
export type FollowedChat = { inquiry: number; seen: number };

const keyOf = (user: number) => `lanewise.answers.${user}`;

/** Runs a storage operation. Logs a warning and returns null if the operation fails. */
function tryStorage<T>(operation: () => T): T | null {
  try {
    return operation();
  } catch (error) {
    console.warn("the chat could not be stored", error);
    return null;
  }
}

/** Stores the chat whose replies the page watches for, until the chat is closed or the user logs out. */
export function followChat(user: number, chat: FollowedChat): void {
  tryStorage(() => window.localStorage.setItem(keyOf(user), JSON.stringify(chat)));
}

/** Stops watching for replies in the stored chat. */
export function unfollowChat(user: number): void {
  tryStorage(() => window.localStorage.removeItem(keyOf(user)));
}

/** Returns the stored chat; null if there is none or it is corrupted. */
export function readFollowedChat(user: number): FollowedChat | null {
  return tryStorage(() => {
    const stored: Partial<FollowedChat> | null = JSON.parse(
      window.localStorage.getItem(keyOf(user)) ?? "null",
    );
    const { inquiry, seen } = stored ?? {};
    return Number.isInteger(inquiry) && Number.isInteger(seen) ? (stored as FollowedChat) : null;
  });
}
