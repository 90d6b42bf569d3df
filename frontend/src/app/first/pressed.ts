/**
 * A button of a drawn screen may be pressed before anybody listens. It is noted by what runs early, and pressed again by what
 * takes the screen over: two scripts, so the note is with the window.
 */
const NOTE = "lanewisePressed";

declare global {
  interface Window {
    [NOTE]?: { button: HTMLButtonElement | null; forget: () => void };
  }
}

export function notePressed(): void {
  const listen = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button && window[NOTE]) window[NOTE].button = button;
  };
  window[NOTE] = { button: null, forget: () => removeEventListener("click", listen, true) };
  addEventListener("click", listen, true);
}

/** Once, however often it was pressed meanwhile. */
export function repeatPressed(): void {
  const note = window[NOTE];
  note?.forget();
  delete window[NOTE];
  if (!note?.button) return;
  const { button } = note;
  // After what was typed has reached the form.
  setTimeout(() => (button.isConnected ? button : alike(button))?.click());
}

/** What a frame has drawn is gone once the screen is there: the button that says the same is meant. */
function alike({ textContent }: HTMLButtonElement): HTMLButtonElement | undefined {
  return [...document.querySelectorAll("button")].find((one) => one.textContent === textContent);
}
