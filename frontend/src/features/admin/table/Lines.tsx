import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import css from "./Lines.module.css";

export type Line = {
  id: string;
  title: string;
  value: ReactNode;
  /** True if the value is long: it is then shown below its name instead of beside it. */
  long?: boolean;
};

/** Lists names and values, one pair per line. */
export function Lines({ lines, className }: { lines: readonly Line[]; className?: string }) {
  return (
    <dl className={cx(css.lines, className)}>
      {lines.map(({ id, title, value, long }) => (
        <div key={id} className={long ? css.long : css.line}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
