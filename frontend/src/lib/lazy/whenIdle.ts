/** Time for a screen's own code and data to load first, in milliseconds. */
const DELAY_MS = 2000;
/** Maximum wait for an idle browser after the delay, in milliseconds. */
const MAX_WAIT_MS = 3000;

/**
 * Resolves once the current screen has had time to load and the browser is idle. In browsers that can't report idle
 * time, only the delay counts.
 */
export async function whenIdle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  if (typeof requestIdleCallback === "undefined") return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: MAX_WAIT_MS }));
}
