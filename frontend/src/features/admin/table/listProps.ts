import type { ReactNode } from "react";
import type { ChangedRow } from "../desk/live/useRecentChanges";
import type { Column } from "./columns";
import type { DeskList } from "./data/useDeskList";
import type { ColumnWidths } from "./layout/columnLayout";

export type ListTableProps<T extends object> = {
  list: DeskList<T>;
  /** The table's columns. The array must be constant or memoized; otherwise every render renders every cell. */
  columns: readonly Column<T>[];
  /** Column widths; if given, columns can be resized. */
  widths?: ColumnWidths;
  idOf: (row: T) => number;
  /** Name of the table for screen readers. */
  label: string;
  /** Opens a row's record; if missing, rows can't be opened. */
  onOpen?: (row: T) => void;
  /** Text shown if the list is empty without any filter. */
  empty: string;
  emptyHint?: ReactNode;
  /** Text shown if nothing matches the search and filters. */
  noMatch?: string;
  /** Footer cells by column, such as totals. */
  footer?: Readonly<Record<string, ReactNode>>;
  /** Buttons for the selected rows; if given, rows can be selected. */
  bulk?: (rows: T[], clear: () => void) => ReactNode;
  /** False if all rows are loaded, so that the list needs no paging. */
  paged?: boolean;
  /** Whether to highlight a row that staff haven't seen. */
  isFresh?: (row: T) => boolean;
  /** Returns the change to highlight in a row that changed while the list was open. Null if the row is unchanged. */
  markOf?: (id: number) => ChangedRow | null;
};
