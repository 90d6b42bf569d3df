import { useEffect, useState } from "react";
import type { Appearance } from "../stripeTypes";

const DARK_QUERY = "(prefers-color-scheme: dark)";

function isDark(): boolean {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : window.matchMedia(DARK_QUERY).matches;
}

/**
 * Styles the card form with our design tokens, which are read at run time so that the form follows
 * light and dark mode.
 */
function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: isDark() ? "night" : "stripe",
    variables: {
      colorPrimary: token("--focus"),
      colorBackground: token("--surface"),
      colorText: token("--ink"),
      colorTextSecondary: token("--ink-soft"),
      colorTextPlaceholder: token("--ink-soft"),
      colorDanger: token("--red"),
      borderRadius: token("--radius-control"),
      fontFamily: token("--font"),
      fontSizeBase: "16px",
    },
  };
}

/** Returns the card form's styles, updated when the color scheme changes. */
export function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const onChange = () => setAppearance(readAppearance());
    const system = window.matchMedia(DARK_QUERY);
    const chosen = new MutationObserver(onChange);
    system.addEventListener("change", onChange);
    chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      system.removeEventListener("change", onChange);
      chosen.disconnect();
    };
  }, []);
  return appearance;
}
