import CircleCheck from "lucide-react/icons/circle-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import { type ComponentProps, Fragment, type ReactNode } from "react";
import type { Ticket } from "@/api/types";
import { formatCents } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import shapes from "@/ui/layout/shapes.module.css";
import type { DriverRecord } from "../useRecord";
import css from "./Due.module.css";
import { describeNotDue, groupEntries, type DueEntry, readDueEntries, sumOf } from "./due";
import groups from "./Groups.module.css";
import { DueRow } from "./DueRow";

type Props = {
  record: DriverRecord;
  now: Date;
  onDetails: (ticket: Ticket) => void;
  /** Maximum number of items to show; by default, all. A separate page lists all of them in groups. */
  maxRows?: number;
};

/** Lists everything that the driver must deal with: court appearances, then due items of all kinds, each by date. */
export function NextDue({ record, now, onDetails, maxRows = Number.POSITIVE_INFINITY }: Props) {
  const { items, entries, failed, waiting } = readDueEntries(record, now);
  const isFullList = maxRows === Number.POSITIVE_INFINITY;
  return (
    <section className={cx(shapes.surface, css.card)} aria-labelledby="next-due">
      <header className={css.head}>
        <h2 id="next-due">{isFullList ? "Due Dates and Court Dates" : "Next Due"}</h2>
        {!waiting && <UnpaidSum entries={entries} />}
      </header>
      {waiting ? (
        <NextDueLoading rows={Math.min(maxRows, 3)} />
      ) : entries.length > 0 ? (
        isFullList ? (
          groupEntries(entries, now).map((group) => (
            <Fragment key={group.title}>
              <header className={cx(css.head, groups.head)}>
                <h3>{group.title}</h3>
                <UnpaidSum entries={group.entries} />
              </header>
              <Rows entries={group.entries} isOwn={record.isOwn} now={now} onDetails={onDetails} />
            </Fragment>
          ))
        ) : (
          <Rows
            entries={entries.slice(0, maxRows)}
            isOwn={record.isOwn}
            now={now}
            onDetails={onDetails}
          />
        )
      ) : failed ? (
        <Message icon={<CircleAlert aria-hidden="true" />} title="We couldn’t check everything">
          Part of your record didn’t load, so we don’t know if anything is due.
        </Message>
      ) : (
        <CaughtUp record={record} notes={describeNotDue(items)} />
      )}
      {!waiting && <MoreLink record={record} hidden={entries.slice(maxRows)} />}
      {entries.length > 0 && failed && (
        <p className={css.note}>Part of your record didn’t load, so more may be due.</p>
      )}
      {entries.length > 0 && !record.isOwn && <p className={css.note}>Only the driver can pay.</p>}
    </section>
  );
}

/** Shows the number and sum of unpaid items, such as "12 unpaid, $2,524.22". */
function UnpaidSum({ entries }: { entries: readonly DueEntry[] }) {
  const { count, cents, estimate } = sumOf(entries);
  if (count === 0) return null;
  return (
    <p className={css.sum}>
      {count} unpaid, <strong>{formatCents(cents)}</strong>
      {estimate}
    </p>
  );
}

type RowsProps = Omit<ComponentProps<typeof DueRow>, "entry"> & { entries: readonly DueEntry[] };

function Rows({ entries, ...row }: RowsProps) {
  return (
    <ul>
      {entries.map((entry) => (
        <DueRow key={entry.key} entry={entry} {...row} />
      ))}
    </ul>
  );
}

/**
 * Shows the number and sum of the items that aren't listed, such as "12 more unpaid items, $2,524.22", with a link to the
 * full list.
 */
function MoreLink({ record, hidden }: { record: DriverRecord; hidden: readonly DueEntry[] }) {
  if (hidden.length === 0) return null;
  const { count, cents, estimate } = sumOf(hidden);
  const text =
    count > 0
      ? `${count} more unpaid ${count === 1 ? "item" : "items"}, ${formatCents(cents)}${estimate}`
      : `${hidden.length} more court ${hidden.length === 1 ? "date" : "dates"}`;
  return record.isOwn ? (
    <Link className={cx(css.rest, buttonClass({ variant: "text", block: true }))} to={paths.due()}>
      {text}
    </Link>
  ) : (
    <p className={css.note}>{text}</p>
  );
}

type CaughtUpProps = { record: DriverRecord; notes: ReturnType<typeof describeNotDue> };

function CaughtUp({ record: { user }, notes: { isOpen, lines } }: CaughtUpProps) {
  const plate =
    !user?.vehicleLicensePlate && "Add your license plate to check for parking tickets too.";
  if (isOpen)
    return (
      <Message icon={<CircleAlert aria-hidden="true" />} title="Nothing to do here right now">
        {lines.join(" ")} {plate}
      </Message>
    );
  return (
    <Message isGood icon={<CircleCheck aria-hidden="true" />} title="You’re all caught up">
      {lines.length > 0 ? lines.join(" ") : "Nothing is due."} {plate}
    </Message>
  );
}

type MessageProps = { icon: ReactNode; title: string; isGood?: boolean; children: ReactNode };

function Message({ icon, title, isGood, children }: MessageProps) {
  return (
    <div className={cx(css.message, isGood && css.proud)}>
      {icon}
      <p className={css.title}>{title}</p>
      <p className={css.place}>{children}</p>
    </div>
  );
}

function NextDueLoading({ rows }: { rows: number }) {
  return (
    <Loading label="Loading what’s due next">
      {["a", "b", "c"].slice(0, rows).map((row) => (
        <div key={row} className={css.bones}>
          <Skeleton width="9rem" />
          <Skeleton width="14rem" />
          <Skeleton width="6rem" height="2.75rem" />
        </div>
      ))}
    </Loading>
  );
}
