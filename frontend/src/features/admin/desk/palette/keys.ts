/** Local storage key that is set while staff have single-key shortcuts turned off. */
const OFF_KEY = "lanewise.desk.keys-off";

/**
 * Whether single-key shortcuts are on. Staff can turn them off (WCAG 2.1.4), because voice input, for example, triggers
 * them by accident.
 */
export function areKeyShortcutsOn(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) === null;
  } catch {
    return true;
  }
}

export function setKeyShortcutsOn(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, "1");
  } catch {
    // Without storage, the browser forgets the setting.
  }
}

/** Whether a pressed key may be a shortcut. It isn't one in a field or a menu, or while a dialog is open. */
function mayBeShortcut(event: KeyboardEvent): boolean {
  if (!areKeyShortcutsOn() && event.key.length === 1) return false;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest("input, textarea, select, [contenteditable], [role=menu]")) return false;
  return document.querySelector("[role=dialog], [role=alertdialog]") === null;
}

/**
 * Calls `onShortcut` for each key that is pressed outside of fields, menus and dialogs. Returns a
 * function that stops this.
 */
export function onKey(onShortcut: (key: string, event: KeyboardEvent) => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (mayBeShortcut(event)) onShortcut(event.key, event);
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

/** Calls `focus` when `/` is pressed, to focus a search. Returns a function that stops this. */
export const onSearchKey = (focus: () => void): (() => void) =>
  onKey((key, event) => {
    if (key !== "/") return;
    event.preventDefault();
    focus();
  });
