/** Whether Help is open: any screen may ask for it, the app shows it. */
let open = false;
const listeners = new Set<() => void>();

export function setHelp(to: boolean): void {
  open = to;
  for (const listener of listeners) listener();
}

export const openHelp = (): void => setHelp(true);
export const isHelpOpen = (): boolean => open;

export function onHelp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
