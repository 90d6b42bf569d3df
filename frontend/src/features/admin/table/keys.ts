/** Keys of a list that work wherever the focus is, unless something is being typed or a dialog is open. */
function isBusy(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest("input, textarea, select, [contenteditable], [role=menu]")) return true;
  return document.querySelector("[role=dialog], [role=alertdialog]") !== null;
}

export function onKey(act: (key: string, event: KeyboardEvent) => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (!isBusy(event)) act(event.key, event);
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

/** `/` goes to the search. */
export const onSearchKey = (focus: () => void): (() => void) =>
  onKey((key, event) => {
    if (key !== "/") return;
    event.preventDefault();
    focus();
  });
