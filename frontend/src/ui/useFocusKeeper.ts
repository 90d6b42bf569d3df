import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the focus nearby when the focused element disappears, for example a button whose row is done. `note` records
 * the element's position while it exists; `instead` finds the new target.
 */
export function useFocusKeeper<T>(
  root: RefObject<HTMLElement | null>,
  note: (element: Element) => T,
  instead: (noted: T) => HTMLElement | null | undefined,
): void {
  const last = useRef<{ element: Element; noted: T } | null>(null);
  const noting = useRef(note);
  noting.current = note;
  useEffect(() => {
    const element = root.current;
    const listen = ({ target }: FocusEvent) => {
      if (target instanceof Element)
        last.current = { element: target, noted: noting.current(target) };
    };
    element?.addEventListener("focusin", listen);
    return () => element?.removeEventListener("focusin", listen);
  });
  useEffect(() => {
    const lost = last.current;
    if (!lost || lost.element.isConnected) return;
    last.current = null;
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree) instead(lost.noted)?.focus({ preventScroll: true });
  });
}
