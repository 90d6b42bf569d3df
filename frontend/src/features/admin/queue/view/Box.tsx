import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/feedback/Skeleton";
import shapes from "@/ui/layout/shapes.module.css";
import { MAX_FIRST_ROWS } from "../../table/data/useFirstRows";
import css from "./Box.module.css";

type Props<T> = {
  title: string;
  /** The rows to show; undefined while loading. */
  rows: readonly T[] | undefined;
  idOf: (row: T) => number | string;
  /** Renders a row's main text. */
  line: (row: T) => ReactNode;
  /** Renders the small text below the main text. */
  detail: (row: T) => ReactNode;
  /** Lets long small text wrap. Otherwise, a wide screen cuts it off after one line. */
  wrapsDetail?: boolean;
  actions?: (row: T) => ReactNode;
  /** The row that the URL points to; it is highlighted and scrolled to. */
  highlightedId?: number | string | null;
  emptyText: string;
  aside?: ReactNode;
};

/** A box with a few records of a queue: records that need attention, or the newest records. */
export function Box<T>({
  title,
  rows,
  idOf,
  line,
  detail,
  wrapsDetail,
  actions,
  highlightedId,
  emptyText,
  aside,
}: Props<T>) {
  return (
    <section className={shapes.surface} aria-label={title}>
      <header className={cx(shapes.spread, css.head)}>
        <h2 className={css.title}>{title}</h2>
        {aside}
      </header>
      {rows === undefined ? (
        <div className={css.bones}>
          {Array.from({ length: MAX_FIRST_ROWS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are all alike
            <Skeleton key={at} height="1.25rem" />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <p className={css.empty}>{emptyText}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li
              key={idOf(row)}
              ref={idOf(row) === highlightedId ? scrollTo : undefined}
              className={cx(shapes.spread, css.row, idOf(row) === highlightedId && css.meant)}
              aria-current={idOf(row) === highlightedId || undefined}
            >
              <div className={css.words}>
                <div className={css.line}>{line(row)}</div>
                <div className={cx(css.detail, wrapsDetail && css.whole)}>{detail(row)}</div>
              </div>
              {actions && <div className={css.actions}>{actions(row)}</div>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const scrollTo = (row: HTMLElement | null) => row?.scrollIntoView({ block: "center" });
