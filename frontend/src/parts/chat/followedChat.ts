/** The driver's last chat in this browser, and the newest message that they have seen. */
export type FollowedChat = { inquiry: number; seen: number };

const keyOf = (user: number) => `lanewise.answers.${user}`;

function tryStorage<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    console.warn("the chat could not be stored", error);
    return null;
  }
}

/** Stores which chat the driver follows, until it is closed or the user logs out. */
export function followChat(user: number, chat: FollowedChat): void {
  tryStorage(() => window.localStorage.setItem(keyOf(user), JSON.stringify(chat)));
}

export function unfollowChat(user: number): void {
  tryStorage(() => window.localStorage.removeItem(keyOf(user)));
}

/** Returns the stored chat; null if there is none or it is corrupted. */
export function readFollowedChat(user: number): FollowedChat | null {
  return tryStorage(() => {
    const kept: Partial<FollowedChat> | null = JSON.parse(
      window.localStorage.getItem(keyOf(user)) ?? "null",
    );
    const { inquiry, seen } = kept ?? {};
    return Number.isInteger(inquiry) && Number.isInteger(seen) ? (kept as FollowedChat) : null;
  });
}
