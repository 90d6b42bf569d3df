import { type RowColumn, Rows } from "../../table/rows/Rows";
import { TableFrame } from "../../table/rows/TableFrame";
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
    <TableFrame loading={rows === undefined && `Loading ${label.toLowerCase()}`}>
      {rows?.length === 0 ? (
        <div className={css.empty}>
          <p className={css.name}>{empty}</p>
          <p className={css.soft}>{hint}</p>
        </div>
      ) : (
        <Rows label={label} columns={columns} rows={rows ?? []} idOf={idOf} />
      )}
    </TableFrame>
  );
}
