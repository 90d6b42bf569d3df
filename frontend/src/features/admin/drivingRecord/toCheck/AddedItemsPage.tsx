import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { AddedItem } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { useSearchParams } from "@/lib/router";
import { Button } from "@/ui/buttons/Button";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Card } from "@/ui/layout/Card";
import { EmptyState } from "@/ui/layout/EmptyState";
import { ErrorState } from "@/ui/layout/ErrorState";
import { RelativeTime } from "../../desk/RelativeTime";
import { QueueDesk } from "../../queue/view/QueueDesk";
import { DriverLink } from "../../table/cells/DriverLink";
import { RowAction } from "../../table/cells/RowAction";
import { type RowColumn, Rows } from "../../table/rows/Rows";
import { CheckSection } from "./CheckSection";
import { getItemsToCheck, TO_CHECK_KEY } from "./calls";
import css from "./toCheck.module.css";
import { KIND_NAMES } from "./words";

const PAGE = 50;
const MAX_ROWS = 200;

const COLUMNS: readonly RowColumn<AddedItem>[] = [
  {
    title: "Driver",
    cell: ({ userId, driverName }) => <DriverLink id={userId} name={driverName ?? null} />,
  },
  {
    title: "Item",
    cell: ({ kind, label, citationNumber, issuer }) => (
      <>
        {label}
        <div className={css.soft}>
          {[KIND_NAMES[kind], citationNumber, issuer].filter(Boolean).join(" · ")}
        </div>
      </>
    ),
  },
  { title: "Date", cell: ({ date }) => formatDate(date) },
  { title: "Amount", cell: ({ amount }) => amount },
  { title: "Added", cell: ({ addedAt }) => <RelativeTime at={addedAt} /> },
];

/** Tickets, parking tickets and tolls that drivers added. Staff confirm them, merge them, or say why they can't be found. */
export default function AddedItemsPage() {
  const [query, setQuery] = useSearchParams();
  const open = Number(query.get("item")) || null;
  const [limit, setLimit] = useState(PAGE);
  const { data, error, isValidating, mutate } = useSWR(
    [TO_CHECK_KEY, limit],
    () => getItemsToCheck(limit),
    { ...REVALIDATE_ON_MOUNT, keepPreviousData: true },
  );
  const show = (id: number | null) => setQuery(id === null ? {} : { item: String(id) });
  const actions: RowColumn<AddedItem> = {
    title: "Next step",
    short: true,
    cell: ({ id, label }) => (
      <RowAction aria-label={`Check ${label}`} onClick={() => show(id)}>
        Check
      </RowAction>
    ),
  };
  return (
    <QueueDesk title="Tickets to check">
      <FocusKeeper className={css.page}>
        {open !== null && <CheckSection key={open} id={open} onClose={() => show(null)} />}
        {!data && error ? (
          <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
            We couldn’t load the tickets to check. Nothing was changed.
          </ErrorState>
        ) : !data ? (
          <Loading label="Loading the tickets to check">
            <Skeleton height="12rem" />
          </Loading>
        ) : data.length === 0 ? (
          <EmptyState title="You’re all caught up">
            Tickets that drivers add themselves show up here.
          </EmptyState>
        ) : (
          <Card title="Waiting" flush>
            <Rows
              label="Tickets to check"
              columns={[...COLUMNS, actions]}
              rows={data}
              idOf={({ id }) => id}
            />
            {data.length === limit && limit < MAX_ROWS && (
              <div className={css.more}>
                <Button variant="secondary" compact onClick={() => setLimit(MAX_ROWS)}>
                  Show more
                </Button>
              </div>
            )}
          </Card>
        )}
      </FocusKeeper>
    </QueueDesk>
  );
}
