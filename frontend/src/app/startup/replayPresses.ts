/**
 * Property of the window that holds a press on a prerendered button from before React attached its listeners. The
 * preload script records the press and the app's script replays it.
 */
const NOTE = "lanewisePressed";

declare global {
  interface Window {
    [NOTE]?: { button: HTMLButtonElement | null; forget: () => void };
  }
}

export function recordPresses(): void {
  const listen = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button && window[NOTE]) window[NOTE].button = button;
  };
  window[NOTE] = { button: null, forget: () => removeEventListener("click", listen, true) };
  addEventListener("click", listen, true);
}

/** Clicks the button that the user clicked before React was ready. Clicks it once, however often the user did. */
export function replayPresses(): void {
  const note = window[NOTE];
  note?.forget();
  delete window[NOTE];
  if (!note?.button) return;
  const { button } = note;
  // Waits until the form has received the replayed input.
  setTimeout(() => (button.isConnected ? button : findSameButton(button))?.click());
}

/** Finds the button with the same text. The pressed button is gone if it was in a prerendered frame. */
function findSameButton({ textContent }: HTMLButtonElement): HTMLButtonElement | undefined {
  return [...document.querySelectorAll("button")].find((one) => one.textContent === textContent);
}
