import { type ReactNode, useId } from "react";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";
import css from "./Chart.module.css";
import { COLORS, type Row, type Series } from "./figures";

type Props = {
  title: string;
  /** The chart's most important number, shown large. */
  summary: string;
  series: readonly Series[];
  rows: readonly Row[];
  format: (value: number) => string;
  /** Title of the table's first column. */
  rowTitle: string;
  children: ReactNode;
};

/** A chart, with its numbers as a table for users who can't see the chart or want to copy the numbers. */
export function Chart({ title, summary, series, rows, format, rowTitle, children }: Props) {
  const id = useId();
  return (
    <figure className={cx(shapes.surface, css.chart)} aria-labelledby={id}>
      <figcaption className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        <span className={css.summary}>{summary}</span>
      </figcaption>
      {series.length > 1 && (
        <ul className={css.legend}>
          {series.map(({ key, label, tone }) => (
            <li key={key}>
              <span className={css.dot} style={{ background: COLORS[tone] }} />
              {label}
            </li>
          ))}
        </ul>
      )}
      {children}
      <details className={css.numbers}>
        <summary>Show as table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <section className={css.scroll} tabIndex={0} aria-label={`${title}, table`}>
          <table>
            <thead>
              <tr>
                <th>{rowTitle}</th>
                {series.map(({ key, label }) => (
                  <th key={key}>{label}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row">{row.name}</th>
                  {row.values.map((value, at) => (
                    <td key={series[at]?.key}>{format(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}
