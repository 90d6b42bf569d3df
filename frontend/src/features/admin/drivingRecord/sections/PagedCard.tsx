import type { ReactNode } from "react";
import { FailureNotice } from "@/parts/FailureNotice";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Card } from "@/ui/layout/Card";
import css from "./PagedCard.module.css";
import { ROWS_PER_PAGE, type RecordPage } from "./paged";
import { SlicePages } from "./SlicePages";

type Props<T> = {
  title: string;
  /** Text with the count and the amount; undefined while loading. */
  summary: string | undefined;
  slice: RecordPage<T> | undefined;
  error: unknown;
  onRetry: () => void;
  onPage: (page: number) => void;
  renderLine: (row: T) => ReactNode;
};

/** A card of a driver's records of one kind, with paging. Without records, only the heading shows. */
export function PagedCard<T extends { id: number }>(props: Props<T>) {
  const { title, summary, slice, error, onRetry, onPage, renderLine } = props;
  const isEmpty = slice?.total === 0;
  return (
    <Card
      title={title}
      aside={<span className={css.summary}>{summary}</span>}
      className={isEmpty ? css.empty : undefined}
      flush
    >
      {!slice && error ? (
        <FailureNotice error={error} mutate={onRetry} />
      ) : !slice ? (
        <div className={css.bones}>
          <Skeleton height="2.5rem" />
        </div>
      ) : (
        !isEmpty && (
          <>
            <ul className={css.lines} style={{ minHeight: heightOf(slice) }}>
              {slice.rows.map((row) => (
                <li key={row.id} className={css.line}>
                  {renderLine(row)}
                </li>
              ))}
            </ul>
            <SlicePages label={title.toLowerCase()} slice={slice} onPage={onPage} />
          </>
        )
      )}
    </Card>
  );
}

/** Makes the last page as high as a full page, so that the paging button stays under the pointer. */
const heightOf = ({ total }: RecordPage<unknown>) =>
  total > ROWS_PER_PAGE ? `calc(${ROWS_PER_PAGE} * var(--line-height))` : undefined;
