import { type KeyboardEvent as ReactKeyboardEvent, useRef } from "react";

/** Escapes that are left to what lies on top: it closes first, what is below it later, a toast last. */
const spared = new WeakSet<Event>();

const OPEN = "[role=dialog], [role=alertdialog]";

function spare(event: KeyboardEvent): void {
  spared.add(event);
  event.preventDefault();
}

/** For a toast: with something open that an Escape is meant for, it stays. */
export function spareDialog(event: KeyboardEvent): void {
  if (document.querySelector(OPEN)) spare(event);
}

/** What a dialog's content needs to close on the Escapes that are meant for it, and on no others. */
export function useEscape(close: () => void) {
  const content = useRef<HTMLDivElement>(null);
  return {
    ref: content,
    // What just opened above has the focus a moment before Radix asks it about keys.
    onEscapeKeyDown: (event: KeyboardEvent) => {
      const above = event.target instanceof Element ? event.target.closest(OPEN) : null;
      if (above && !content.current?.contains(above)) spare(event);
    },
    onKeyDown: (event: ReactKeyboardEvent) => {
      if (event.key !== "Escape" || !spared.has(event.nativeEvent)) return;
      // It closes this alone: what it was opened from hears of its keys, too.
      event.stopPropagation();
      close();
    },
  };
}
