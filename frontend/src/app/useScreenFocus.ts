import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { focusHeading } from "@/ui/focusHeading";
import { preloadNext } from "./screens";
import { replayInput } from "./startup/prerendered";

/** True until the first screen has rendered. That screen keeps the browser's own focus and scroll position. */
let isFirstScreen = true;

/**
 * After a navigation, scrolls to the top (except for Back and Forward) and focuses the new screen's
 * heading. Once the first screen has rendered, replays what the user typed and clicked before.
 * Preloads the screens that are usually opened next.
 */
export function useScreenFocus(): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  useEffect(() => preloadNext(pathname), [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs only when the path changes
  useEffect(() => {
    if (isFirstScreen) {
      isFirstScreen = false;
      replayInput();
      return;
    }
    if (navigationType !== "POP") window.scrollTo(0, 0);
    // If the new screen has focused a text area, the focus stays there.
    if (document.activeElement?.matches("main textarea")) return;
    focusHeading();
  }, [pathname]);
}
