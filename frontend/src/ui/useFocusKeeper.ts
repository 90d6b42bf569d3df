import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the focus nearby when the focused element disappears, for example a button whose row is
 * done. `recordPosition` records the element's position while it exists. `findTarget` returns the
 * element to focus afterwards.
 */
export function useFocusKeeper<T>(
  root: RefObject<HTMLElement | null>,
  recordPosition: (element: Element) => T,
  findTarget: (position: T) => HTMLElement | null | undefined,
): void {
  const last = useRef<{ element: Element; position: T } | null>(null);
  const recorder = useRef(recordPosition);
  recorder.current = recordPosition;
  useEffect(() => {
    const element = root.current;
    const listen = ({ target }: FocusEvent) => {
      if (target instanceof Element)
        last.current = { element: target, position: recorder.current(target) };
    };
    element?.addEventListener("focusin", listen);
    return () => element?.removeEventListener("focusin", listen);
  });
  useEffect(() => {
    const lastFocus = last.current;
    if (!lastFocus || lastFocus.element.isConnected) return;
    last.current = null;
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree) findTarget(lastFocus.position)?.focus({ preventScroll: true });
  });
}
