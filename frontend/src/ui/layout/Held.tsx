import type { ReactNode } from "react";
import { cx } from "../cx";
import css from "./Held.module.css";

type Props = { until: boolean; children: ReactNode };

/** What stands below something that still grows: its controls come once they stay where they are, so that no press is lost. */
export function Held({ until, children }: Props) {
  return <div className={cx(css.contents, !until && css.held)}>{children}</div>;
}
