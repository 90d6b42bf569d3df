/** Keys under which this tab keeps chat messages that were typed and not sent yet. */
export const UNSENT = "lanewise.chat.";

/** Forgets them: the person logged out on purpose, and the next one at this tab must not find them. */
export function forgetUnsent(): void {
  try {
    const keys = Object.keys(window.sessionStorage).filter((key) => key.startsWith(UNSENT));
    for (const key of keys) window.sessionStorage.removeItem(key);
  } catch (error) {
    console.warn("unsent messages could not be forgotten", error);
  }
}
