/** So long at the most: a tab that went behind others is not painted. */
const PATIENCE_MS = 1000;

const PAINTED = "first-contentful-paint";

/** Resolves once the browser has shown what the document brought; at once where that can't be told. */
export async function afterPaint(): Promise<void> {
  await Promise.all([parsed(), painted()]);
}

/** The whole of it is there: what is taken over has to be. */
export function parsed(): Promise<unknown> | undefined {
  if (document.readyState !== "loading") return undefined;
  return new Promise((done) => document.addEventListener("DOMContentLoaded", done));
}

function painted(): Promise<unknown> | undefined {
  const isTold = globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint");
  if (!isTold || document.visibilityState === "hidden") return undefined;
  return new Promise((done) => {
    setTimeout(done, PATIENCE_MS);
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName(PAINTED).length > 0) done(observer.disconnect());
    });
    observer.observe({ type: "paint", buffered: true });
  });
}
