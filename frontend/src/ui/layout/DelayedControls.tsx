import { type ReactNode, useEffect, useState } from "react";
import { cx } from "../cx";
import css from "./DelayedControls.module.css";

const MAX_DELAY_MS = 5000;

type Props = { until: boolean; children: ReactNode };

/**
 * Hides the controls in content below something that may still grow, so that no press hits the wrong one. They appear
 * once the layout is final, or after five seconds.
 */
export function DelayedControls({ until, children }: Props) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (until) return undefined;
    const over = setTimeout(() => setOver(true), MAX_DELAY_MS);
    return () => clearTimeout(over);
  }, [until]);
  return <div className={cx(css.contents, !until && !isOver && css.hidden)}>{children}</div>;
}
