import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { HardshipRequest } from "@/api/types";
import { lookUpLabel } from "@/lib/labels";
import { useSearchParams } from "@/lib/router";
import { describeOffer, NEEDS } from "@/parts/hardship/hardshipWords";
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
import { getOpenRequests, HARDSHIP_QUEUE_KEY } from "./calls";
import css from "./hardship.module.css";
import { RequestSection } from "./RequestSection";

const PAGE = 50;
const MAX_ROWS = 200;

const COLUMNS: readonly RowColumn<HardshipRequest>[] = [
  {
    title: "Driver",
    cell: ({ userId, driverName }) => <DriverLink id={userId} name={driverName ?? null} />,
  },
  {
    title: "Item",
    cell: ({ label, itemAmount, citationNumber, issuer }) => (
      <>
        {label}
        <div className={css.soft}>
          {[itemAmount, citationNumber, issuer].filter(Boolean).join(" · ")}
        </div>
      </>
    ),
  },
  { title: "Needs", cell: ({ need }) => lookUpLabel(NEEDS, need) ?? need },
  { title: "Could pay", cell: (request) => describeOffer(request) },
  { title: "Asked", cell: ({ askedAt }) => <RelativeTime at={askedAt} /> },
];

/** Requests of drivers who can't pay an item now. Staff answer them. */
export default function HardshipPage() {
  const [query, setQuery] = useSearchParams();
  const open = Number(query.get("request")) || null;
  const [limit, setLimit] = useState(PAGE);
  const { data, error, isValidating, mutate } = useSWR(
    [HARDSHIP_QUEUE_KEY, limit],
    () => getOpenRequests(limit),
    { ...REVALIDATE_ON_MOUNT, keepPreviousData: true },
  );
  const show = (id: number | null) => setQuery(id === null ? {} : { request: String(id) });
  const actions: RowColumn<HardshipRequest> = {
    title: "Next step",
    short: true,
    cell: ({ id, label }) => (
      <RowAction aria-label={`Answer the request about ${label}`} onClick={() => show(id)}>
        Answer
      </RowAction>
    ),
  };
  return (
    <QueueDesk title="Can’t pay now">
      <FocusKeeper className={css.page}>
        {open !== null && <RequestSection key={open} id={open} onClose={() => show(null)} />}
        {!data && error ? (
          <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
            We couldn’t load the requests. Nothing was changed.
          </ErrorState>
        ) : !data ? (
          <Loading label="Loading the requests">
            <Skeleton height="12rem" />
          </Loading>
        ) : data.length === 0 ? (
          <EmptyState title="You’re all caught up">
            Requests of drivers who can’t pay now show up here.
          </EmptyState>
        ) : (
          <Card title="Waiting" flush>
            <Rows
              label="Requests of drivers who can’t pay"
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
