import { cx } from "@/ui/cx";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import shapes from "@/ui/layout/shapes.module.css";
import { type RowColumn, Rows } from "../../table/rows/Rows";
import css from "./remittances.module.css";

type Props<T> = {
  label: string;
  columns: readonly RowColumn<T>[];
  /** The table's rows; undefined while loading. */
  rows: readonly T[] | undefined;
  idOf: (row: T) => number | string;
  /** Title and description of an empty list. */
  empty: string;
  hint: string;
};

/** A table on its own surface, without paging. */
export function PlainTable<T>({ label, columns, rows, idOf, empty, hint }: Props<T>) {
  return (
    <FocusKeeper className={cx(shapes.surface, css.frame)}>
      {rows === undefined ? (
        <Loading label={`Loading ${label.toLowerCase()}`}>
          <div className={css.bones}>
            <Skeleton height="1.25rem" />
            <Skeleton height="1.25rem" />
            <Skeleton height="1.25rem" />
          </div>
        </Loading>
      ) : rows.length === 0 ? (
        <div className={css.empty}>
          <p className={css.name}>{empty}</p>
          <p className={css.soft}>{hint}</p>
        </div>
      ) : (
        <Rows label={label} columns={columns} rows={rows} idOf={idOf} />
      )}
    </FocusKeeper>
  );
}
