import { type ReactNode, useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import { useSearchParams } from "@/lib/router";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { EmptyState } from "@/ui/layout/EmptyState";
import { RowAction } from "../../table/cells/RowAction";
import { type RowColumn, Rows } from "../../table/rows/Rows";
import { QueueDesk } from "../view/QueueDesk";
import css from "./waiting.module.css";

const PAGE = 50;
const MAX_ROWS = 200;

type Props<Row> = {
  title: string;
  /** Name of the list for screen readers. */
  label: string;
  /** Plural noun for the records in messages, such as "driver-added tickets". */
  pluralNoun: string;
  /** Text shown if the queue is empty. Says which records will show up there. */
  empty: string;
  /** Query parameter with the id of the open record. */
  parameter: string;
  /** SWR key of everything that the queue reads. */
  queueKey: string;
  load: (limit: number) => Promise<Row[]>;
  columns: readonly RowColumn<Row>[];
  action: { text: string; describe: (row: Row) => string };
  /** Renders the open record, which is above the list. */
  children: (id: number, onClose: () => void) => ReactNode;
};

/** A queue whose records staff decide one at a time. Shows the open record, and below it all waiting records. */
export function WaitingQueue<Row extends { id: number }>(props: Props<Row>) {
  const { title, label, pluralNoun, empty, parameter, queueKey, load, columns, action, children } =
    props;
  const [query, setQuery] = useSearchParams();
  const open = Number(query.get(parameter)) || null;
  const [limit, setLimit] = useState(PAGE);
  const { data, error, isValidating, mutate } = useSWR([queueKey, limit], () => load(limit), {
    ...REVALIDATE_ON_MOUNT,
    keepPreviousData: true,
  });
  const openRecord = (id: number | null) =>
    setQuery(id === null ? {} : { [parameter]: String(id) });
  const actions: RowColumn<Row> = {
    title: "Next step",
    short: true,
    cell: (row) => (
      <RowAction aria-label={action.describe(row)} onClick={() => openRecord(row.id)}>
        {action.text}
      </RowAction>
    ),
  };
  return (
    <QueueDesk title={title}>
      <FocusKeeper className={css.page}>
        {open !== null && children(open, () => openRecord(null))}
        {!data && error ? (
          <FailureNotice
            title={`We couldn’t load ${pluralNoun}`}
            {...{ error, mutate, isValidating }}
          />
        ) : !data ? (
          <Loading label={`Loading ${pluralNoun}`} height="12rem" />
        ) : data.length === 0 ? (
          <EmptyState title="You’re all caught up">{empty}</EmptyState>
        ) : (
          <Card title={label} flush>
            <Rows label={label} columns={[...columns, actions]} rows={data} idOf={({ id }) => id} />
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
