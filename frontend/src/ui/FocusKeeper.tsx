import { type ReactNode, useRef } from "react";
import { cx } from "./cx";
import css from "./FocusKeeper.module.css";
import { useFocusKeeper } from "./useFocusKeeper";

/** A container that takes the focus when its focused element disappears, such as the button of a finished row. */
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
