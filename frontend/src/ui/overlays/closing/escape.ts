import { type KeyboardEvent as ReactKeyboardEvent, useRef } from "react";

/** Escape events reserved for the topmost layer. The layers below it close on the next Escape, a toast last. */
const reservedEvents = new WeakSet<Event>();

const DIALOGS = "[role=dialog], [role=alertdialog]";

/** Reserves an Escape event for the topmost layer, so that the layers below ignore it. */
function stopEscape(event: KeyboardEvent): void {
  reservedEvents.add(event);
  event.preventDefault();
}

/** Keeps a toast open if Escape should close a dialog instead. */
export function keepToastOpen(event: KeyboardEvent): void {
  if (document.querySelector(DIALOGS)) stopEscape(event);
}

/** Props for a dialog's content, so that it ignores Escape events from other dialogs. */
export function useEscape(close: () => void) {
  const content = useRef<HTMLDivElement>(null);
  return {
    ref: content,
    // A dialog that has just opened on top already has the focus, but Radix doesn't send it key presses yet.
    onEscapeKeyDown: (event: KeyboardEvent) => {
      const above = event.target instanceof Element ? event.target.closest(DIALOGS) : null;
      if (above && !content.current?.contains(above)) stopEscape(event);
    },
    onKeyDown: (event: ReactKeyboardEvent) => {
      if (event.key !== "Escape" || !reservedEvents.has(event.nativeEvent)) return;
      // Closes only this dialog, because the dialog that it was opened from receives the event too.
      event.stopPropagation();
      close();
    },
  };
}
