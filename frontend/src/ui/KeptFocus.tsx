import { type ReactNode, useRef } from "react";
import { cx } from "./cx";
import css from "./KeptFocus.module.css";
import { useKeptFocus } from "./useKeptFocus";

/** A list whose rows go once they are dealt with, with their buttons: the keyboard then goes on from the list. */
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
