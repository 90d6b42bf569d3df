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
  // After what was typed has reached the form.
  if (note?.button?.isConnected) setTimeout(() => note.button?.click());
}
