import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { focusHeading } from "@/ui/focusHeading";
import { preloadNext } from "./screens";
import { replayInput } from "./startup/prerendered";

/** False after the first screen, which keeps the browser's own focus and scroll position. */
let first = true;

/** After a navigation, scrolls to the top (except for Back and Forward) and focuses the new screen's heading. */
export function useScreenFocus(): void {
  const { pathname } = useLocation();
  const how = useNavigationType();
  useEffect(() => preloadNext(pathname), [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs on every new path, and only then
  useEffect(() => {
    if (first) {
      first = false;
      replayInput();
      return;
    }
    if (how !== "POP") window.scrollTo(0, 0);
    // If the new screen has focused a text area, the focus stays there.
    if (document.activeElement?.matches("main textarea")) return;
    focusHeading();
  }, [pathname]);
}
