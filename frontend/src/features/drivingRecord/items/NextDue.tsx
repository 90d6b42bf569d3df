import { CircleAlert, CircleCheck, Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { dueText } from "@/lib/dates";
import { decimalCents, formatCents } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import shapes from "@/ui/layout/shapes.module.css";
import type { DriverRecord } from "../useRecord";
import { type Item, openItems, parkingItems, ticketsByCard, tollItems } from "./items";
import css from "./NextDue.module.css";

type Props = { record: DriverRecord; now: Date };

/** The answer to "what must I pay next?", over all lists. */
export function NextDue({ record, now }: Props) {
  const { user, preparing, tickets, parking, tolls } = record;
  const lists = [tickets, tolls, ...(user?.vehicleLicensePlate ? [parking] : [])];
  const failed = lists.some((list) => list.error && !list.data);
  const open = openItems([
    ...Object.values(ticketsByCard(tickets.data ?? [], now)).flat(),
    ...parkingItems(parking.data ?? [], now),
    ...tollItems(tolls.data ?? [], now),
  ]);
  const [next, ...others] = open;
  return (
    <section className={cx(shapes.surface, css.card)} aria-labelledby="next-due">
      <h2 className={css.label} id="next-due">
        Next Due
      </h2>
      {preparing ? (
        <Message icon={<Hourglass aria-hidden="true" />} title="Your record is being prepared">
          Tickets, parking and tolls appear here within 3-5 business days.
        </Message>
      ) : lists.some((list) => !list.data && !list.error) ? (
        <Waiting />
      ) : next ? (
        <Due item={next} now={now} own={record.own} others={others} partly={failed} />
      ) : failed ? (
        <Message icon={<CircleAlert aria-hidden="true" />} title="We couldn’t check everything">
          A list didn’t load, so something may be due. Try again beside it.
        </Message>
      ) : (
        <Message
          icon={<CircleCheck className={css.good} aria-hidden="true" />}
          title="Nothing is due"
        >
          {user?.vehicleLicensePlate
            ? "You’re all caught up."
            : "Add your license plate to check for parking tickets too."}
        </Message>
      )}
    </section>
  );
}

type DueProps = { item: Item; now: Date; own: boolean; others: Item[]; partly: boolean };

function Due({ item, now, own, others, partly }: DueProps) {
  const due = dueText(item.dueDate, now);
  const amount = formatCents(item.cents);
  const rest = others.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <>
      <p className={cx(shapes.spread, css.line)}>
        <strong className={shapes.total}>{amount}</strong>
        {item.isEstimated && <Chip>Estimated</Chip>}
        {due ? <Chip tone={due.tone}>{due.text}</Chip> : <Chip>No due date</Chip>}
      </p>
      <p className={css.what}>
        {item.title}
        {item.place && <span className={css.place}> · {item.place}</span>}
      </p>
      {own ? (
        <Link
          className={buttonClass({ block: true })}
          to={paths.pay({ type: item.kind, amount: decimalCents(item.cents), id: item.id })}
        >
          Pay {amount}
        </Link>
      ) : (
        <p className={css.rest}>Only the driver can pay it.</p>
      )}
      {(others.length > 0 || partly) && (
        <p className={css.rest}>
          {others.length > 0 && `${others.length} more open, ${formatCents(rest)} together. `}
          {partly && "A list didn’t load, so there may be more."}
        </p>
      )}
    </>
  );
}

function Message(props: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={css.message}>
      {props.icon}
      <p className={css.title}>{props.title}</p>
      <p className={css.place}>{props.children}</p>
    </div>
  );
}

function Waiting() {
  return (
    <Loading label="Loading what is due next" why={null}>
      <div className={css.waiting}>
        <Skeleton width="8rem" height="2rem" />
        <Skeleton width="14rem" />
        <Skeleton height="3rem" />
        <Skeleton width="11rem" />
      </div>
    </Loading>
  );
}
