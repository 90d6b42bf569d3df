import { type ReactNode, useId, useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { WaitingRecord } from "@/api/types";
import { Link } from "@/lib/router";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { DelayedControls } from "@/ui/layout/DelayedControls";
import shapes from "@/ui/layout/shapes.module.css";
import { RelativeTime } from "../desk/RelativeTime";
import { formatTimeLeft } from "../queue/refunds/chargebackLabels";
import { DriverLink } from "../table/cells/DriverLink";
import { CaseDeadlines, useCaseDeadlines } from "./CaseDeadlines";
import { getWaitingRecords, WAITING } from "./calls";
import { INITIAL_ROWS, NextChat, useNextChat } from "./NextChat";
import css from "./WaitingSection.module.css";
import { labelOf, linkOf } from "./queueLinks";

const REFRESH_MS = 30_000;

/**
 * The records that need a response now, longest waiting first. Refreshed every 30 seconds
 * (docs/product/back-office.md#desk). `below` is the content under the list.
 */
export function WaitingSection({ below }: { below: ReactNode }) {
  const { data, error, isValidating, mutate } = useSWR<WaitingRecord[], Error>(
    WAITING,
    getWaitingRecords,
    {
      refreshInterval: REFRESH_MS,
      refreshWhenHidden: false,
      ...REVALIDATE_ON_MOUNT,
    },
  );
  const { chat, isKnown } = useNextChat();
  const deadlines = useCaseDeadlines();
  // At first, only the rows that have waited longest are shown, so that the search below is visible.
  const [showsAll, setShowsAll] = useState(false);
  const list = useId();
  // The rows appear once the content above them has loaded, so that they don't move.
  const rows = isKnown && deadlines.isKnown ? data : undefined;
  const failed = Boolean(error) && !data;
  return (
    <>
      <section className={shapes.surface} aria-label="Needs a response">
        <header className={cx(shapes.spread, css.head)}>
          <h2 className={css.title}>Needs a response</h2>
          {rows && <CaseDeadlines {...deadlines} />}
          {rows && (
            <span className={css.tools}>
              {rows.length > INITIAL_ROWS && (
                <Button
                  variant="text"
                  compact
                  aria-expanded={showsAll}
                  aria-controls={list}
                  onClick={() => setShowsAll(!showsAll)}
                >
                  {showsAll ? "Show fewer" : `Show all ${rows.length}`}
                </Button>
              )}
              <NextChat chat={chat} records={rows} />
            </span>
          )}
        </header>
        {failed ? (
          <FailureNotice {...{ error, mutate, isValidating }} />
        ) : !rows ? (
          <Loading label="Loading open requests">
            <div className={css.bones}>
              {["a", "b", "c", "d", "e"].map((key) => (
                <Skeleton key={key} height="1.5rem" />
              ))}
            </div>
          </Loading>
        ) : rows.length === 0 ? (
          <p className={css.empty}>You’re all caught up. New requests from drivers show up here.</p>
        ) : (
          <ol id={list}>
            {(showsAll ? rows : rows.slice(0, INITIAL_ROWS)).map((record) => (
              <Row key={`${record.queue}-${record.id}`} record={record} />
            ))}
          </ol>
        )}
      </section>
      <DelayedControls isLayoutFinal={failed || rows !== undefined}>{below}</DelayedControls>
    </>
  );
}

function Row({ record }: { record: WaitingRecord }) {
  const { name, action, to, state } = linkOf(record);
  const { id, userId, driverName, since, dueBy } = record;
  const label = labelOf(record);
  return (
    <li className={css.row}>
      <span className={css.age}>
        <RelativeTime at={since} />
      </span>
      <span className={css.words}>
        <span className={css.kind}>{name}</span>
        {label && <span className={css.label}>{label}</span>}
        {dueBy && <Chip tone="warn">{formatTimeLeft(dueBy, Date.now())}</Chip>}
      </span>
      <span className={css.driver}>
        {userId !== null && <DriverLink id={userId} name={driverName} />}
      </span>
      <Link
        className={cx(buttonClass({ variant: "text", compact: true }), css.action)}
        to={to}
        state={state}
        aria-label={`${action}: ${name.toLowerCase()}${id > 0 ? ` ${id}` : ""}`}
      >
        {action}
      </Link>
    </li>
  );
}
