/**
 * Marks that the browser renders its initial screen itself instead of hydrating the prerendered one, because stored
 * data changes it. Until then the prerendered screen is hidden, so that nothing typed into its fields can be lost.
 */
const MARK = "anew";

export function hideDrawn(): void {
  document.documentElement.dataset[MARK] = "";
}

export const isDrawnAnew = (): boolean => MARK in document.documentElement.dataset;

/** Removes the prerendered screen to make room for React's. */
export function dropDrawn(container: HTMLElement): void {
  container.replaceChildren();
  delete document.documentElement.dataset[MARK];
}
