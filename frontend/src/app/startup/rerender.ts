/**
 * Data attribute that is set if the browser renders the initial screen itself instead of hydrating
 * the prerendered HTML, because stored data changes the screen. While it is set, the prerendered
 * screen is hidden, so that nothing typed into its fields can be lost.
 */
const ATTRIBUTE = "rerendered";

/** Hides the prerendered screen until React has rendered its own. */
export function hidePrerendered(): void {
  document.documentElement.dataset[ATTRIBUTE] = "";
}

/**
 * Whether the prerendered screen is hidden. If so, React renders the screen from scratch instead of hydrating it.
 */
export const isRerendered = (): boolean => ATTRIBUTE in document.documentElement.dataset;

/** Removes the prerendered screen to make room for React's. */
export function removePrerendered(container: HTMLElement): void {
  container.replaceChildren();
  delete document.documentElement.dataset[ATTRIBUTE];
}
