/** Shared state of Help: whether it is open, and the number of unseen replies from support. */
type Help = { isOpen: boolean; unseenReplies: number };

let help: Help = { isOpen: false, unseenReplies: 0 };
const listeners = new Set<() => void>();

/** Changes the shared state and notifies its listeners. */
function update(change: Partial<Help>): void {
  help = { ...help, ...change };
  for (const listener of listeners) listener();
}

/** Opens or closes the Help dialog. */
export const setHelp = (isOpen: boolean): void => update({ isOpen });
export const openHelp = (): void => setHelp(true);
export const isHelpOpen = (): boolean => help.isOpen;

/** Sets the number of support's replies that the user hasn't seen. */
export const setUnseenReplies = (replyCount: number): void => update({ unseenReplies: replyCount });
export const countUnseenReplies = (): number => help.unseenReplies;

/** Calls the listener after each change of Help's state. Returns a function that stops this. */
export function subscribeHelp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
