import { type RefObject, useEffect, useRef } from "react";

/**
 * What had the focus may be gone once it has done its work: then the focus goes to what stands nearest, and not to the top of the
 * page. `note` tells where something stands while it is still there.
 */
export function useKeptFocus<T>(
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
