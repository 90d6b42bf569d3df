let opening = false;

/**
 * Whether the page is opening another Lanewise document. Nothing unfinished is lost then, so no confirmation is needed.
 */
export const isOpeningDocument = (): boolean => opening;

/**
 * Opens a Lanewise address as a new document, so that the security headers of that page apply. If
 * `replace` is true, the address replaces the current history entry.
 */
export function openDocument(to: string, replace = false): void {
  opening = true;
  // The browser may keep this page in its back/forward cache and show it again.
  window.addEventListener("pageshow", () => (opening = false), { once: true });
  if (replace) window.location.replace(to);
  else window.location.assign(to);
}

export function reloadDocument(): void {
  window.location.reload();
}
