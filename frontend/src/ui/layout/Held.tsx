import { type ReactNode, useEffect, useState } from "react";
import { cx } from "../cx";
import css from "./Held.module.css";

const LONGEST_MS = 5000;

type Props = { until: boolean; children: ReactNode };

/**
 * What stands below something that still grows: its controls come once they stay where they are, so that no press is lost, or after
 * five seconds: what hangs above them holds nobody up.
 */
export function Held({ until, children }: Props) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (until) return undefined;
    const over = setTimeout(() => setOver(true), LONGEST_MS);
    return () => clearTimeout(over);
  }, [until]);
  return <div className={cx(css.contents, !until && !isOver && css.held)}>{children}</div>;
}
