/**
 * Maximum wait for the first paint, in milliseconds. There is a limit because a tab that goes into the background isn't
 * painted until it is shown again.
 */
const MAX_WAIT_MS = 1000;

const PAINTED = "first-contentful-paint";

/**
 * Resolves once the document is parsed and first painted. Doesn't wait for the paint in a hidden tab, or if the browser
 * can't report paints.
 */
export async function afterPaint(): Promise<void> {
  await Promise.all([waitForParsing(), waitForPaint()]);
}

/** Resolves once the document is parsed; undefined if it already is. React can only hydrate a complete document. */
export function waitForParsing(): Promise<unknown> | undefined {
  if (document.readyState !== "loading") return undefined;
  return new Promise((done) => document.addEventListener("DOMContentLoaded", done));
}

/** Resolves after the first paint or MAX_WAIT_MS. Undefined in a hidden tab, or if the browser can't report paints. */
function waitForPaint(): Promise<unknown> | undefined {
  const isSupported = globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint");
  if (!isSupported || document.visibilityState === "hidden") return undefined;
  return new Promise((done) => {
    setTimeout(done, MAX_WAIT_MS);
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName(PAINTED).length > 0) done(observer.disconnect());
    });
    observer.observe({ type: "paint", buffered: true });
  });
}
