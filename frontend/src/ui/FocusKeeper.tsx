import { type ReactNode, useRef } from "react";
import { cx } from "./cx";
import css from "./FocusKeeper.module.css";
import { useFocusKeeper } from "./useFocusKeeper";

/** A list whose rows disappear once they are done. The focus then moves to the list instead of getting lost. */
export function FocusKeeper({ className, children }: { className?: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useFocusKeeper(
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
