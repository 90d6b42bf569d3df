/**
 * A browser that keeps something of ours draws its first screen anew, instead of taking over what the build has drawn. Until
 * then nothing of it is shown: what somebody typed into its fields would be lost.
 */
const MARK = "anew";

export function hideDrawn(): void {
  document.documentElement.dataset[MARK] = "";
}

export const isDrawnAnew = (): boolean => MARK in document.documentElement.dataset;

/** What was drawn makes room for the page's own. */
export function dropDrawn(container: HTMLElement): void {
  container.replaceChildren();
  delete document.documentElement.dataset[MARK];
}
