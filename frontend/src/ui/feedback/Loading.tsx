import { type ReactNode, useEffect, useState } from "react";
import { Skeleton } from "./Skeleton";
import css from "./Skeleton.module.css";

const SHOW_AFTER_MS = 300;
const EXPLAIN_AFTER_MS = 4000;

type Props = {
  label: string;
  /** Text shown if loading takes long; null if another element explains it. */
  slowText?: string | null;
  /** Height of a single skeleton, shown instead of `children`. */
  height?: string;
  children?: ReactNode;
};

/**
 * Placeholder while data loads. The placeholder appears after 0.3 s, and explains after 4 s that loading takes longer
 * than usual.
 */
export function Loading({
  label,
  slowText = "This is taking longer than usual…",
  height,
  children,
}: Props) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), EXPLAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={css.late} style={{ animationDelay: `${SHOW_AFTER_MS}ms` }} aria-busy="true">
      <span className="visually-hidden" role="status">
        {label}
      </span>
      {height === undefined ? children : <Skeleton height={height} />}
      {slow && slowText && (
        <p className={css.why} role="status">
          {slowText}
        </p>
      )}
    </div>
  );
}
