import { cx } from "@/ui/cx";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { KeptFocus } from "@/ui/KeptFocus";
import shapes from "@/ui/layout/shapes.module.css";
import { type RowColumn, Rows } from "../../table/rows/Rows";
import css from "./remittances.module.css";

type Props<T> = {
  label: string;
  columns: readonly RowColumn<T>[];
  /** Undefined while they are not known. */
  rows: readonly T[] | undefined;
  idOf: (row: T) => number;
  /** Said when there is nothing, and what would be here. */
  empty: string;
  hint: string;
};

/** Rows that stand by themselves, on a surface. */
export function Listed<T>({ label, columns, rows, idOf, empty, hint }: Props<T>) {
  return (
    <KeptFocus className={cx(shapes.surface, css.frame)}>
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
    </KeptFocus>
  );
}
