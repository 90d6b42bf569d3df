/** Help, as all screens know it: whether it is open, and how many answers of support nobody has seen. */
type Help = { isOpen: boolean; answers: number };

let help: Help = { isOpen: false, answers: 0 };
const listeners = new Set<() => void>();

function set(change: Partial<Help>): void {
  help = { ...help, ...change };
  for (const listener of listeners) listener();
}

export const setHelp = (isOpen: boolean): void => set({ isOpen });
export const openHelp = (): void => setHelp(true);
export const isHelpOpen = (): boolean => help.isOpen;

/** Support has answered so often in a chat that is not shown. */
export const setAnswers = (answers: number): void => set({ answers });
export const unseenAnswers = (): number => help.answers;

export function onHelp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
