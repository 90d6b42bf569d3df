import { type ReactNode, useEffect, useState } from "react";
import { cx } from "../cx";
import css from "./DelayedControls.module.css";

const MAX_DELAY_MS = 5000;

type Props = { isLayoutFinal: boolean; children: ReactNode };

/**
 * Hides the controls of its children while content above them may still grow, so that no click hits the wrong control.
 * The controls appear once the layout is final, or after five seconds.
 */
export function DelayedControls({ isLayoutFinal, children }: Props) {
  const [hasWaitedLong, setWaitedLong] = useState(false);
  useEffect(() => {
    setWaitedLong(false);
    if (isLayoutFinal) return undefined;
    const timer = setTimeout(() => setWaitedLong(true), MAX_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isLayoutFinal]);
  return (
    <div className={cx(css.contents, !isLayoutFinal && !hasWaitedLong && css.hidden)}>
      {children}
    </div>
  );
}
