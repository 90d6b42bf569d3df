import { useEffect } from "react";
import { isOpeningDocument } from "@/lib/openDocument";

/**
 * Asks for confirmation before the page is closed or reloaded while something is unfinished. A click on a phone link
 * doesn't leave the page.
 */
export function useConfirmBeforeLeaving(isUnfinished: boolean) {
  useEffect(() => {
    if (!isUnfinished) return;
    let isCalling = false;
    const recordPhoneClick = ({ target }: MouseEvent) => {
      isCalling = target instanceof Element && target.closest('a[href^="tel:"]') !== null;
    };
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      if (!isCalling && !isOpeningDocument()) event.preventDefault();
      isCalling = false;
    };
    document.addEventListener("click", recordPhoneClick);
    window.addEventListener("beforeunload", confirmLeaving);
    return () => {
      document.removeEventListener("click", recordPhoneClick);
      window.removeEventListener("beforeunload", confirmLeaving);
    };
  }, [isUnfinished]);
}
