import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { EmptyState } from "@/ui/layout/EmptyState";
import shapes from "@/ui/layout/shapes.module.css";
import { useFocusKeeper } from "@/ui/useFocusKeeper";
import { onKey } from "../desk/palette/keys";
import { Cards } from "./Cards";
import { Grid } from "./Grid";
import css from "./ListTable.module.css";
import type { ListTableProps } from "./listProps";
import { Pager } from "./Pager";
import { useWide } from "./useWide";

/** Whether the URL has a filter or order that the server doesn't know. */
const isInvalidFilter = (error: Error | undefined): error is ApiError =>
  error instanceof ApiError && error.status === 422;

/** Returns the id of the row that contains an element; null outside of rows. */
const rowIdOf = (element: Element) =>
  element.closest("[data-row]")?.getAttribute("data-row") ?? null;

/** Returns the button that opens a row. */
const openerOf = (rowId: string | number | null) =>
  document.querySelector<HTMLElement>(`[data-row="${rowId}"] button`);

/** Focuses a record's row when the record is closed, unless another element has the focus. */
function useFocusReturn(openId: number | null): void {
  const last = useRef<number | null>(null);
  useEffect(() => {
    const closed = last.current;
    last.current = openId;
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (closed === null || openId !== null || !isFree) return;
    openerOf(closed)?.focus();
  }, [openId]);
}

/** A list of the back office: a dense table, or cards on a phone. Keys: j and k select a row, Enter opens it. */
export function ListTable<T extends object>(props: ListTableProps<T>) {
  const { list, idOf, onOpen, empty, emptyHint, noMatch = "No matches." } = props;
  const wide = useWide();
  const [active, setActive] = useState(-1);
  const { rows } = list;
  const openId = list.state.row;
  useFocusReturn(openId);
  // If a clicked button disappears, the focus moves to another element of its row.
  const container = useRef<HTMLDivElement>(null);
  useFocusKeeper(container, rowIdOf, openerOf);
  const filtered = Object.keys(list.filter).length > 0;

  // In a layout effect, so that a key pressed right after a render acts on the new rows.
  useLayoutEffect(
    () =>
      onKey((key, event) => {
        if (key === "j" || key === "k") {
          event.preventDefault();
          const open = rows.findIndex((row) => idOf(row) === openId);
          const from = open >= 0 ? open : active;
          const to = Math.min(Math.max(from + (key === "j" ? 1 : -1), 0), rows.length - 1);
          setActive(to);
          const next = rows[to];
          // If a record is open beside the list, j and k open the record they move to.
          if (open >= 0 && to !== open && next) onOpen?.(next);
        }
        const row = rows[active];
        // On a focused button or link, Enter activates that button or link instead.
        const free = !(event.target as Element | null)?.closest?.("button, a, summary");
        if (key === "Enter" && row && onOpen && free) onOpen(row);
      }),
    [rows, active, onOpen, openId, idOf],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, search or order starts at the top
  useEffect(() => setActive(-1), [list.state.page, list.state.q, list.state.sort]);

  if (isInvalidFilter(list.error) && rows.length === 0) {
    const noFilters = { q: "", sort: "", page: 1, filters: {} };
    return (
      <div className={cx(shapes.surface, css.frame)}>
        <EmptyState
          title="This link has a filter this list doesn’t support"
          action={
            <Button variant="secondary" onClick={() => list.set(noFilters)}>
              Clear filters
            </Button>
          }
        >
          {Object.values(list.error.fields).join(" ")}
        </EmptyState>
      </div>
    );
  }
  if (list.error && rows.length === 0) {
    return <FailureNotice error={list.error} mutate={list.reload} isValidating={list.isStale} />;
  }
  if (list.isLoading) {
    return (
      <Loading label={`Loading ${props.label.toLowerCase()}`}>
        <div className={cx(shapes.surface, css.bones)}>
          {Array.from({ length: 12 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are all alike
            <Skeleton key={at} height="1.25rem" />
          ))}
        </div>
      </Loading>
    );
  }
  if (rows.length === 0) {
    return (
      <div className={cx(shapes.surface, css.frame)}>
        {filtered ? (
          <EmptyState title={noMatch}>Try another search or clear a filter.</EmptyState>
        ) : (
          <EmptyState title={empty}>{emptyHint}</EmptyState>
        )}
      </div>
    );
  }
  const activeId = rows[active] === undefined ? null : idOf(rows[active]);
  return (
    <div
      ref={container}
      className={cx(shapes.surface, css.frame)}
      aria-busy={list.isStale || undefined}
    >
      {wide ? <Grid {...props} activeId={activeId} /> : <Cards {...props} />}
      {props.paged !== false && <Pager list={list} label={props.label} />}
    </div>
  );
}
