let opening = false;

/** Whether another document of Lanewise is being opened: nothing unfinished is lost, so the browser need not ask. */
export const isOpeningDocument = (): boolean => opening;

/** Opens an address of Lanewise as a new document, with the headers that the server sends for it. */
export function openDocument(to: string, replace = false): void {
  opening = true;
  // The browser may keep this page in memory and show it again.
  window.addEventListener("pageshow", () => (opening = false), { once: true });
  if (replace) window.location.replace(to);
  else window.location.assign(to);
}

/** Loads the current address again. */
export function reloadDocument(): void {
  window.location.reload();
}
