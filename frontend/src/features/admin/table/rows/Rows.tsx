import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { Lines } from "../Lines";
import { useWide } from "../useWide";
import css from "./Rows.module.css";

export type RowColumn<T> = {
  title: string;
  cell: (row: T) => ReactNode;
  /** Keeps the cell on one line, for numbers and times. */
  short?: boolean;
  /** Aligns the cell to the right, for amounts and counts. */
  end?: boolean;
  /** Puts the text below the column's title on a card, for long texts. */
  long?: boolean;
};

type Props<T> = {
  label: string;
  columns: readonly RowColumn<T>[];
  rows: readonly T[];
  idOf: (row: T) => number | string;
};

const classOf = ({ short, end }: { short?: boolean; end?: boolean }) =>
  cx((short || end) && css.short, end && css.end);

/** A small table without search or sorting. On a phone each row is a card with its first column as the title. */
export function Rows<T>({ label, columns, rows, idOf }: Props<T>) {
  const wide = useWide();
  const [first, ...others] = columns;
  if (!wide) {
    return (
      <ul className={css.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={idOf(row)} className={css.card}>
            <div className={css.title}>{first?.cell(row)}</div>
            <Lines
              lines={others.map(({ title, cell, long }) => ({
                id: title,
                title,
                value: cell(row),
                long,
              }))}
            />
          </li>
        ))}
      </ul>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map(({ title, ...column }) => (
              <th key={title} scope="col" className={classOf(column)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              {columns.map(({ title, cell, ...column }) => (
                <td key={title} className={classOf(column)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
