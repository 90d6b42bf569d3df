import { useEffect, useState } from "react";
import { EmptyState } from "@/ui/layout/EmptyState";
import { ErrorState } from "@/ui/layout/ErrorState";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Cards } from "./Cards";
import { Grid } from "./Grid";
import { onKey } from "./keys";
import css from "./ListTable.module.css";
import type { ListTableProps } from "./listProps";
import { Pager } from "./Pager";
import { useWide } from "./useWide";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";

/** A list of the back office: a dense table, cards on a phone; j and k move, Enter opens. */
export function ListTable<T extends object>(props: ListTableProps<T>) {
  const { list, idOf, onOpen, empty, emptyHint, noMatch = "Nothing matches." } = props;
  const wide = useWide();
  const [active, setActive] = useState(-1);
  const { rows } = list;
  const filtered = Object.keys(list.filter).length > 0;

  useEffect(
    () =>
      onKey((key, event) => {
        if (key === "j" || key === "k") {
          event.preventDefault();
          setActive((at) => Math.min(Math.max(at + (key === "j" ? 1 : -1), 0), rows.length - 1));
        }
        const row = rows[active];
        // A button or link in focus has an Enter of its own.
        const free = !(event.target as Element | null)?.closest?.("button, a, summary");
        if (key === "Enter" && row && onOpen && free) onOpen(row);
      }),
    [rows, active, onOpen],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another slice or order is read from its top
  useEffect(() => setActive(-1), [list.state.page, list.state.q, list.state.sort]);

  if (list.error && rows.length === 0) {
    return <ErrorState onRetry={() => void list.reload()} retrying={list.isStale} />;
  }
  if (list.isLoading) {
    return (
      <Loading label={`Loading ${props.label.toLowerCase()}`}>
        <div className={cx(shapes.surface, css.bones)}>
          {Array.from({ length: 12 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
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
          <EmptyState title={noMatch}>Try another search, or take a filter off.</EmptyState>
        ) : (
          <EmptyState title={empty}>{emptyHint}</EmptyState>
        )}
      </div>
    );
  }
  const activeId = rows[active] === undefined ? null : idOf(rows[active]);
  return (
    <div className={cx(shapes.surface, css.frame)} aria-busy={list.isStale || undefined}>
      {wide ? <Grid {...props} activeId={activeId} /> : <Cards {...props} />}
      {props.paged !== false && <Pager list={list} label={props.label} />}
    </div>
  );
}
