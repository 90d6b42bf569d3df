/** Events that show that someone uses the page. Focus isn't one of them, because the page itself moves it. */
const USE_EVENTS = ["pointermove", "pointerdown", "wheel", "keydown"];
/** Time for a screen's own code and data to load first, in milliseconds. */
const DELAY_MS = 2000;

let firstUse: Promise<void> | null = null;

function waitForUse(): Promise<void> {
  firstUse ??= new Promise((resolve) => {
    const finish = () => {
      for (const type of USE_EVENTS) removeEventListener(type, finish);
      resolve();
    };
    for (const type of USE_EVENTS) addEventListener(type, finish, { passive: true });
  });
  return firstUse;
}

/**
 * Loads code that the user may need next: after the first use of the page, and not in the first two seconds of a
 * screen. A failed preload doesn't matter, because the code loads again when it is needed. Returns a function that
 * cancels the preload.
 */
export function preloadOnUse(load: () => Promise<unknown>): () => void {
  let isCanceled = false;
  const delay = new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  void Promise.all([delay, waitForUse()])
    .then(() => (isCanceled ? undefined : load()))
    .catch(() => undefined);
  return () => {
    isCanceled = true;
  };
}
