import Gavel from "lucide-react/icons/gavel";
import type { ReactElement } from "react";
import type { Ticket } from "@/api/types";
import { clockText, formatDaysAway, describeDueDate, shortDate } from "@/lib/dates";
import { formatDecimal, formatCents } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { lookUpLabel } from "@/lib/labels";
import { NOT_PAYABLE } from "@/parts/drivingRecord/notPayable";
import { isUnpaid } from "@/parts/drivingRecord/standing";
import { openHelp } from "@/parts/help";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Chip } from "@/ui/feedback/Chip";
import { ItemIcon } from "../items/ItemIcon";
import { StandingChip } from "../items/ItemRow";
import type { Item } from "../items/items";
import css from "./Due.module.css";
import type { Court, DueEntry } from "./due";

type Props = { entry: DueEntry; isOwn: boolean; now: Date; onDetails: (ticket: Ticket) => void };

/** A row for a due item: date, title, amount, and a button for what the driver can do about it. */
export function DueRow({ entry, isOwn, now, onDetails }: Props) {
  const { item } = entry;
  const notPayableText = item?.notPayable && lookUpLabel(NOT_PAYABLE, item.notPayable);
  const button = isOwn && item && renderActionButton({ item, court: entry.court, onDetails });
  return (
    <li className={cx(css.need, button && css.withAct, entry.court !== null && css.court)}>
      {item ? (
        <ItemIcon item={item} className={css.icon} />
      ) : (
        <Gavel className={css.icon} aria-hidden="true" />
      )}
      {entry.court ? (
        <CourtLine court={entry.court} now={now} />
      ) : (
        <DueChip item={entry.item} now={now} />
      )}
      <p className={css.what}>
        <strong>{entry.court ? entry.court.title : entry.item.title}</strong>
        {[item?.location, notPayableText].map(
          (words) =>
            words && (
              <span key={words} className={css.place}>
                <span className={css.dot}> · </span>
                {words}
              </span>
            ),
        )}
      </p>
      {item && <Amount item={item} now={now} />}
      {button}
    </li>
  );
}

/** The amount of an unpaid item; otherwise the item's standing. */
function Amount({ item, now }: { item: Item; now: Date }) {
  return (
    <p className={css.amount}>
      {item.standing === "paid" && <Chip tone="good">Paid</Chip>}
      {isUnpaid(item.standing) ? formatCents(item.cents) : <StandingChip item={item} now={now} />}
      {isUnpaid(item.standing) && item.isEstimated && <Chip>Estimated</Chip>}
    </p>
  );
}

function CourtLine({ court, now }: { court: Court; now: Date }) {
  return (
    <p className={css.mandatory}>
      <Gavel size={16} aria-hidden="true" />
      <span>{courtText(court, now)}</span>
    </p>
  );
}

/** Describes a court date, such as "Court required · Dec 2, 9:30 AM · in 4 days". */
function courtText({ date, time, isOver }: Court, now: Date): string {
  if (!date) return "Court required · date not set yet";
  if (isOver) return `Court date was ${shortDate(date, now)} · get help with next steps`;
  const day = [shortDate(date, now), clockText(time)].filter(Boolean).join(", ");
  return `Court required · ${day} · ${formatDaysAway(date, now)}`;
}

function DueChip({ item, now }: { item: Item; now: Date }) {
  const due = describeDueDate(item, now);
  if (!due) return <p className={css.when}>No due date</p>;
  return (
    <p className={cx(css.when, css[due.tone])}>
      {[due.text, shortDate(item.dueDate, now)].filter(Boolean).join(" · ")}
    </p>
  );
}

type ActionProps = { item: Item; court: Court | null } & Pick<Props, "onDetails">;

/**
 * Renders the button of a due item, for the most useful thing that the driver can do about it. If nothing can be done
 * here, the button opens a ticket's details; other items then have no button.
 */
function renderActionButton({ item, court, onDetails }: ActionProps): ReactElement | null {
  const { kind, id, ticket, title } = item;
  const hiddenTitle = <span className="visually-hidden"> for {title}</span>;
  const buttonLook = cx(css.act, buttonClass({ compact: true }));
  if (ticket?.hireId != null)
    return (
      <Link
        className={cx(css.act, buttonClass({ variant: "secondary", compact: true }))}
        to={paths.legalHelp(ticket.hireId)}
      >
        <span>Your lawyer{hiddenTitle}</span>
      </Link>
    );
  if (court?.isOver)
    return (
      <Button className={css.act} compact aria-haspopup="dialog" onClick={openHelp}>
        <span>Get help{hiddenTitle}</span>
      </Button>
    );
  if (court !== null && ticket?.mayHireLawyer)
    return (
      <Link className={buttonLook} to={paths.profile({ lawyer: id })}>
        <span>Hire Lawyer{hiddenTitle}</span>
      </Link>
    );
  if (item.mayPay)
    return (
      <Link
        className={buttonLook}
        to={paths.pay({ type: kind, amount: formatDecimal(item.cents), id })}
      >
        <span>Pay{hiddenTitle}</span>
      </Link>
    );
  return (
    ticket && (
      <Button
        className={css.act}
        variant="secondary"
        compact
        aria-haspopup="dialog"
        onClick={() => onDetails(ticket)}
      >
        <span>See details{hiddenTitle}</span>
      </Button>
    )
  );
}
