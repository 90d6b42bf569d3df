/**
 * Window property with the button that the user clicked before React attached its listeners. The preload
 * script records the click, and the app's script replays it.
 */
const CLICK_KEY = "lanewiseClick";

declare global {
  interface Window {
    [CLICK_KEY]?: { button: HTMLButtonElement | null; forget: () => void };
  }
}

/** Records which button the user clicked last, until `replayClicks` is called. */
export function recordClicks(): void {
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
  delete window[CLICK_KEY];
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
