import { useEffect } from "react";
import { isOpeningDocument } from "@/lib/openDocument";

/**
 * Asks for confirmation before the page is closed or reloaded while something is unfinished. Pressing a phone link
 * doesn't leave the page.
 */
export function useConfirmBeforeLeaving(isUnfinished: boolean) {
  useEffect(() => {
    if (!isUnfinished) return;
    let calling = false;
    const note = ({ target }: MouseEvent) => {
      calling = target instanceof Element && target.closest('a[href^="tel:"]') !== null;
    };
    const ask = (event: BeforeUnloadEvent) => {
      if (!calling && !isOpeningDocument()) event.preventDefault();
      calling = false;
    };
    document.addEventListener("click", note);
    window.addEventListener("beforeunload", ask);
    return () => {
      document.removeEventListener("click", note);
      window.removeEventListener("beforeunload", ask);
    };
  }, [isUnfinished]);
}
