import {
  type ColumnDef,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { cx } from "@/ui/cx";
import type { Column } from "./columns";
import css from "./Grid.module.css";
import type { ListTableProps } from "./listProps";

const features = tableFeatures({ rowSelectionFeature });

type Props<T extends object> = ListTableProps<T> & { activeId: number | null };

/** The table of a list; rows and their order are the server's. */
export function Grid<T extends object>(props: Props<T>) {
  const { list, columns, idOf, label, onOpen, footer, bulk, activeId } = props;
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
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
                  return column && <Head key={header.id} column={column} list={list} />;
                })}
              </tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              // The button in its first cell does the same for the keyboard.
              <tr
                key={row.id}
                data-row={row.id}
                className={cx(
                  onOpen && css.opens,
                  row.id === String(activeId) && css.active,
                  row.id === String(list.state.row) && css.open,
                  props.isFresh?.(row.original) && css.fresh,
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
                  return (
                    <td key={cell.id} className={cellClass(column)}>
                      {at === 0 && onOpen ? (
                        <button
                          type="button"
                          className={css.opener}
                          onClick={() => onOpen(row.original)}
                        >
                          {content}
                        </button>
                      ) : (
                        content
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
  cx(column?.align === "end" && css.end, column?.wide && css.wide, column?.pinned && css.pinned);

type HeadProps<T extends object> = { column: Column<T>; list: ListTableProps<T>["list"] };

function Head<T extends object>({ column, list }: HeadProps<T>) {
  const { sort, title } = column;
  if (!sort) return <th className={cellClass(column)}>{title}</th>;
  const now = list.state.sort;
  const [sorted, Icon] =
    now === sort
      ? (["ascending", ArrowUp] as const)
      : now === `-${sort}`
        ? (["descending", ArrowDown] as const)
        : (["none", ChevronsUpDown] as const);
  // The largest first, then the smallest, then newest first again.
  const next = now === `-${sort}` ? sort : now === sort ? "" : `-${sort}`;
  return (
    <th className={cellClass(column)} aria-sort={sorted}>
      <button type="button" className={css.sorter} onClick={() => list.set({ sort: next })}>
        {title}
        <Icon size={14} aria-hidden="true" />
      </button>
    </th>
  );
}
