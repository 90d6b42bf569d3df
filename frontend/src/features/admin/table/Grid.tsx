import { rowSelectionFeature, tableFeatures, useTable } from "@tanstack/react-table";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { memo, type ReactNode, useEffect, useRef } from "react";
import { cx } from "@/ui/cx";
import { RecentChangeChip } from "../desk/live/RecentChangeChip";
import type { ChangedRow } from "../desk/live/useRecentChanges";
import type { Column } from "./columns";
import css from "./Grid.module.css";
import type { ColumnWidths } from "./layout/columnLayout";
import { ResizeHandle } from "./layout/ResizeHandle";
import type { ListTableProps } from "./listProps";

const features = tableFeatures({ rowSelectionFeature });
/** No columns for the table library, because it manages only the selection of rows. */
const NO_COLUMNS: never[] = [];

type Props<T extends object> = ListTableProps<T> & { activeId: number | null };

/** Shows a list as a table. The server filters and sorts. */
export function Grid<T extends object>(props: Props<T>) {
  const { list, columns, widths, idOf, label, onOpen, footer, bulk, activeId } = props;
  const table = useTable({
    features,
    columns: NO_COLUMNS,
    data: list.rows,
    getRowId: (row) => String(idOf(row)),
    enableRowSelection: bulk !== undefined,
  });
  const scroll = useRef<HTMLElement>(null);
  useEffect(() => {
    if (activeId === null) return;
    const row = scroll.current?.querySelector(`[data-row="${activeId}"]`);
    row?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  const selected = table.getSelectedRowModel().rows.map((row) => row.original);
  const clearSelection = () => table.resetRowSelection(true);

  return (
    <>
      {bulk && selected.length > 0 && (
        <div className={css.bulk} role="toolbar" aria-label="Selected rows">
          <strong>{selected.length} selected</strong>
          {bulk(selected, clearSelection)}
          <button type="button" className={css.clear} onClick={clearSelection}>
            Clear selection
          </button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className={css.scroll} ref={scroll} tabIndex={0} aria-label={label}>
        <table className={css.table}>
          <thead>
            <tr>
              {bulk && (
                <th className={css.tick}>
                  <input
                    type="checkbox"
                    aria-label="Select all rows shown"
                    checked={table.getIsAllRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
              )}
              {columns.map((column) => (
                <Head key={column.id} column={column} list={list} widths={widths} />
              ))}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              // A click on a row opens its record. Keyboard users use the button in the row's first cell.
              <tr
                key={row.id}
                data-row={row.id}
                className={cx(
                  onOpen && css.opens,
                  row.id === String(activeId) && css.active,
                  row.id === String(list.state.row) && css.open,
                  props.isFresh?.(row.original) && css.fresh,
                  props.markOf?.(Number(row.id)) && css.marked,
                )}
                onClick={({ target }) => {
                  const control = (target as Element).closest("button, a, input, select, label");
                  const isOpener = control?.classList.contains(css.opener ?? "");
                  const isFree = !control && !window.getSelection()?.toString();
                  if (isOpener || isFree) onOpen?.(row.original);
                }}
              >
                {bulk && (
                  <td className={css.tick}>
                    <input
                      type="checkbox"
                      aria-label={`Select row ${row.id}`}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </td>
                )}
                <Cells
                  row={row.original}
                  columns={columns}
                  widths={widths?.widths}
                  canOpen={onOpen !== undefined}
                  mark={props.markOf?.(Number(row.id)) ?? null}
                />
              </tr>
            ))}
          </tbody>
          {footer && (
            <tfoot>
              <tr>
                {bulk && <td />}
                {columns.map((column) => (
                  <td key={column.id} className={cellClass(column)}>
                    {footer[column.id]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
    </>
  );
}

type CellsProps<T extends object> = {
  row: T;
  columns: readonly Column<T>[];
  widths: ColumnWidths["widths"] | undefined;
  canOpen: boolean;
  mark: ChangedRow | null;
};

/** The cells of a row. Memoized, because a list has hundreds of cells, and most renders change only a few rows. */
const Cells = memo(function Cells({ row, columns, widths, canOpen, mark }: CellsProps<object>) {
  return columns.map((column, at) => {
    const { id, wide, cell } = column;
    const content = cell(row);
    return (
      <td
        key={id}
        className={cx(
          cellClass(column),
          at === 0 && mark && css.tagged,
          widths?.[id] !== undefined && css.set,
        )}
        style={widthOf(widths?.[id]) ?? minimumWidthOf(column)}
      >
        {at === 0 && canOpen ? (
          <button type="button" className={css.opener}>
            {content}
          </button>
        ) : wide ? (
          <span className={css.clamp}>{content}</span>
        ) : (
          content
        )}
        {at === 0 && mark && (
          <span className={css.tag}>
            <RecentChangeChip {...mark} />
          </span>
        )}
      </td>
    );
  });
}) as <T extends object>(props: CellsProps<T>) => ReactNode;

const cellClass = <T extends object>(column: Column<T> | undefined) =>
  cx(
    column?.align === "end" && css.end,
    column?.wide && css.wide,
    column?.wraps !== undefined && css.wraps,
    column?.pinned && css.pinned,
  );

/**
 * Returns the style that fixes a cell's width; undefined without a width. All cells of a column need it, because the
 * widest one decides the column's width.
 */
const widthOf = (width: number | undefined) =>
  width === undefined ? undefined : { width, minWidth: width, maxWidth: width };

const minimumWidthOf = <T,>(column: Column<T> | undefined) =>
  column?.wraps === undefined ? undefined : { minWidth: `${column.wraps}rem` };

type HeadProps<T extends object> = {
  column: Column<T>;
  list: ListTableProps<T>["list"];
  widths: ColumnWidths | undefined;
};

function Head<T extends object>({ column, list, widths }: HeadProps<T>) {
  const { id, sort, title, pinned } = column;
  const style = widthOf(widths?.widths[id]);
  const handle = widths && !pinned && (
    <ResizeHandle
      isFocusable={widths.areFocusable}
      width={widths.widths[id]}
      onChange={(width) => widths.set(id, width)}
    />
  );
  if (!sort) {
    return (
      <th className={cellClass(column)} style={style}>
        {title}
        {handle}
      </th>
    );
  }
  const now = list.state.sort;
  const [sorted, Icon] =
    now === sort
      ? (["ascending", ArrowUp] as const)
      : now === `-${sort}`
        ? (["descending", ArrowDown] as const)
        : (["none", ChevronsUpDown] as const);
  // Cycles through largest first, smallest first, and the default (newest first).
  const next = now === `-${sort}` ? sort : now === sort ? "" : `-${sort}`;
  return (
    <th className={cellClass(column)} style={style} aria-sort={sorted}>
      <button type="button" className={css.sorter} onClick={() => list.set({ sort: next })}>
        {title}
        <Icon size={14} aria-hidden="true" />
      </button>
      {handle}
    </th>
  );
}
