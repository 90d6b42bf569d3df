import { type ReactNode, useRef } from "react";
import { cx } from "./cx";
import css from "./FocusKeeper.module.css";
import { useFocusKeeper } from "./useFocusKeeper";

/** A list whose rows disappear once they are done. The focus then moves to the list instead of getting lost. */
export function FocusKeeper({ className, children }: { className?: string; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  useFocusKeeper(
    list,
    () => undefined,
    () => list.current,
  );
  return (
    <div ref={list} tabIndex={-1} className={cx(css.frame, className)}>
      {children}
    </div>
  );
}
