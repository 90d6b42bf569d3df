/**
 * Window property with the button that the user clicked before React attached its listeners. The preload
 * script records the click, and the app's script replays it. Null once the app has replayed clicks.
 */
const CLICK_KEY = "lanewiseClick";

declare global {
  interface Window {
    [CLICK_KEY]?: { button: HTMLButtonElement | null; forget: () => void } | null;
  }
}

/**
 * Records which button the user clicked last, until `replayClicks` is called. Does nothing if clicks are already
 * recorded or were replayed, because the preload script may run after the app's script.
 */
export function recordClicks(): void {
  if (window[CLICK_KEY] !== undefined) return;
  const listen = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button && window[CLICK_KEY]) window[CLICK_KEY].button = button;
  };
  window[CLICK_KEY] = { button: null, forget: () => removeEventListener("click", listen, true) };
  addEventListener("click", listen, true);
}

/** Clicks the button that the user clicked before React was ready, once, even if the user clicked several times. */
export function replayClicks(): void {
  const recorded = window[CLICK_KEY];
  recorded?.forget();
  window[CLICK_KEY] = null;
  if (!recorded?.button) return;
  const { button } = recorded;
  // Waits until the form has received the replayed input.
  setTimeout(() => (button.isConnected ? button : findSameButton(button))?.click());
}

/**
 * Finds the button with the same text, if there is one. The clicked button is gone if it was in a prerendered shell.
 */
function findSameButton({ textContent }: HTMLButtonElement): HTMLButtonElement | undefined {
  return [...document.querySelectorAll("button")].find((one) => one.textContent === textContent);
}
