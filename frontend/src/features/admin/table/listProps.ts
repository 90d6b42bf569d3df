import type { ReactNode } from "react";
import type { RowMark } from "../desk/live/useMarks";
import type { Column } from "./columns";
import type { DeskList } from "./data/useDeskList";
import type { ColumnWidths } from "./layout/columnLayout";

export type ListTableProps<T extends object> = {
  list: DeskList<T>;
  /** A constant of its module or a memo: TanStack keeps what it made of it. */
  columns: readonly Column<T>[];
  /** Widths that a person set, in pixels by column; with it, columns can be made wider and narrower. */
  widths?: ColumnWidths;
  idOf: (row: T) => number;
  /** Names the table for screen readers. */
  label: string;
  /** Opens a row's record; without it rows cannot be opened. */
  onOpen?: (row: T) => void;
  /** Said when there is nothing at all, and nothing is filtered. */
  empty: string;
  emptyHint?: ReactNode;
  /** Said when nothing matches search and filters. */
  noMatch?: string;
  /** Cells of the footer by column, such as totals. */
  footer?: Readonly<Record<string, ReactNode>>;
  /** Buttons for the selected rows; with it, rows can be selected. */
  bulk?: (rows: T[], clear: () => void) => ReactNode;
  /** False where all rows are there: nothing to page. */
  paged?: boolean;
  /** Words for a row that needs eyes. */
  isFresh?: (row: T) => boolean;
  /** What happened to a row while the list was open. */
  markOf?: (id: number) => RowMark | null;
};
