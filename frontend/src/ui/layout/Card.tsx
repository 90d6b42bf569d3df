import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/ui/cx";
import css from "./Card.module.css";

type Props = Omit<ComponentProps<"section">, "title"> & {
  title?: ReactNode;
  /** A count or chip, shown beside the title. */
  aside?: ReactNode;
  /** Removes the padding around the children, for lists whose lines go from edge to edge. */
  flush?: boolean;
};

export function Card({ title, aside, flush, className, children, ...rest }: Props) {
  return (
    <section {...rest} className={cx(css.card, className)}>
      {title !== undefined && (
        <header className={css.header}>
          <h2 className={css.title}>{title}</h2>
          {aside}
        </header>
      )}
      <div className={cx(css.body, flush && css.flush)}>{children}</div>
    </section>
  );
}
