import { type ReactNode, useRef } from "react";
import { cx } from "./cx";
import css from "./KeptFocus.module.css";
import { useKeptFocus } from "./useKeptFocus";

/** A list whose rows disappear once they are done. The focus then moves to the list instead of getting lost. */
export function KeptFocus({ className, children }: { className?: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useKeptFocus(
    frame,
    () => undefined,
    () => frame.current,
  );
  return (
    <div ref={frame} tabIndex={-1} className={cx(css.frame, className)}>
      {children}
    </div>
  );
}
