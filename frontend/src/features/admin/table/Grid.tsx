import {
  type ColumnDef,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { useEffect, useMemo, useRef } from "react";
import { cx } from "@/ui/cx";
import { RecentChangeChip } from "../desk/live/RecentChangeChip";
import type { Column } from "./columns";
import css from "./Grid.module.css";
import type { ColumnWidths } from "./layout/columnLayout";
import { ResizeHandle } from "./layout/ResizeHandle";
import type { ListTableProps } from "./listProps";

const features = tableFeatures({ rowSelectionFeature });

type Props<T extends object> = ListTableProps<T> & { activeId: number | null };

/** Shows a list as a table. The server filters and sorts. */
export function Grid<T extends object>(props: Props<T>) {
  const { list, columns, widths, idOf, label, onOpen, footer, bulk, activeId } = props;
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const defs = useMemo<ColumnDef<typeof features, T>[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.title,
        cell: ({ row }) => column.cell(row.original),
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: defs,
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
  const clear = () => table.resetRowSelection(true);

  return (
    <>
      {bulk && selected.length > 0 && (
        <div className={css.bulk} role="toolbar" aria-label="Selected rows">
          <strong>{selected.length} selected</strong>
          {bulk(selected, clear)}
          <button type="button" className={css.clear} onClick={clear}>
            Clear selection
          </button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className={css.scroll} ref={scroll} tabIndex={0} aria-label={label}>
        <table className={css.table}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
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
                {group.headers.map((header) => {
                  const column = byId.get(header.column.id);
                  return (
                    column && <Head key={header.id} column={column} list={list} widths={widths} />
                  );
                })}
              </tr>
            ))}
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
                onClick={(event) => {
                  const free = !(event.target as Element).closest(
                    "button, a, input, select, label",
                  );
                  if (free && onOpen && !window.getSelection()?.toString()) onOpen(row.original);
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
                {row.getAllCells().map((cell, at) => {
                  const column = byId.get(cell.column.id);
                  const content = <table.FlexRender cell={cell} />;
                  const marked = at === 0 && props.markOf?.(Number(row.id));
                  return (
                    <td
                      key={cell.id}
                      className={cx(
                        cellClass(column),
                        marked && css.tagged,
                        widths?.widths[cell.column.id] !== undefined && css.set,
                      )}
                      style={widthOf(widths?.widths[cell.column.id]) ?? minimumWidthOf(column)}
                    >
                      {at === 0 && onOpen ? (
                        <button
                          type="button"
                          className={css.opener}
                          onClick={() => onOpen(row.original)}
                        >
                          {content}
                        </button>
                      ) : column?.wide ? (
                        <span className={css.clamp}>{content}</span>
                      ) : (
                        content
                      )}
                      {marked && (
                        <span className={css.tag}>
                          <RecentChangeChip {...marked} />
                        </span>
                      )}
                    </td>
                  );
                })}
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

const cellClass = <T extends object>(column: Column<T> | undefined) =>
  cx(
    column?.align === "end" && css.end,
    column?.wide && css.wide,
    column?.wraps !== undefined && css.wraps,
    column?.pinned && css.pinned,
  );

/** Sets the same width on every cell of a column, because a column is as wide as its widest cell. */
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
      byKeyboard={widths.byKeyboard}
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
