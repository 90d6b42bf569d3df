import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { focusHeading } from "@/ui/focusHeading";
import { repeatTyped } from "./first/drawn";
import { preloadNext } from "./screens";

/** The screen the page was opened on keeps the browser's own focus and scroll. */
let first = true;

/** After a navigation: the top of the page (unless the person went back), and the focus on the new screen's heading. */
export function useScreenFocus(): void {
  const { pathname } = useLocation();
  const how = useNavigationType();
  useEffect(() => preloadNext(pathname), [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the very thing to act on, and nothing else is
  useEffect(() => {
    if (first) {
      first = false;
      repeatTyped();
      return;
    }
    if (how !== "POP") window.scrollTo(0, 0);
    // The new screen began in a field.
    if (document.activeElement?.matches("main textarea")) return;
    focusHeading();
  }, [pathname]);
}
