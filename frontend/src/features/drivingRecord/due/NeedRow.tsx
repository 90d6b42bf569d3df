import { Gavel } from "lucide-react";
import { clockText, daysText, dueText, shortDate } from "@/lib/dates";
import { decimalCents, formatCents } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Chip } from "@/ui/feedback/Chip";
import { ItemIcon } from "../items/ItemIcon";
import css from "./Due.module.css";
import type { Need } from "./due";

type Props = { need: Need; own: boolean; now: Date };

/** When, what, how much, and the one thing to do about it. */
export function NeedRow({ need, own, now }: Props) {
  const { item, court } = need;
  return (
    <li className={cx(css.need, court !== null && css.court)}>
      <ItemIcon item={item} className={css.icon} />
      {court === null ? <When need={need} now={now} /> : <Court need={need} now={now} />}
      <p className={css.what}>
        <strong>{item.title}</strong>
        {item.place && (
          <span className={css.place}>
            <span className={css.dot}> · </span>
            {item.place}
          </span>
        )}
      </p>
      <p className={css.amount}>
        {formatCents(item.cents)}
        {item.isEstimated && <Chip>Estimated</Chip>}
      </p>
      {own && <Act need={need} />}
    </li>
  );
}

/** "Mandatory court · Dec 2, 9:30 AM · in 4 days". */
function Court({ need: { item, court }, now }: Pick<Props, "need" | "now">) {
  const time = clockText(item.ticket?.courtTime);
  const day = [shortDate(court, now), time].filter(Boolean).join(", ");
  return (
    <p className={css.mandatory}>
      <Gavel size={16} aria-hidden="true" />
      <span>
        Mandatory court · {day} · {daysText(court, now)}
      </span>
    </p>
  );
}

function When({ need: { item }, now }: Pick<Props, "need" | "now">) {
  const due = dueText(item.dueDate, now);
  if (!due) return <p className={css.when}>No due date</p>;
  return (
    <p className={cx(css.when, css[due.tone])}>
      {due.text} · {shortDate(item.dueDate, now)}
    </p>
  );
}

/** A day in court is first of all a lawyer's; everything else is paid. */
function Act({ need: { item, court } }: Pick<Props, "need">) {
  const { kind, id, ticket, title } = item;
  const of = <span className="visually-hidden"> for {title}</span>;
  const look = cx(css.act, buttonClass({ compact: true }));
  if (ticket?.hireId != null)
    return (
      <Link
        className={cx(css.act, buttonClass({ variant: "secondary", compact: true }))}
        to={paths.legalHelp(ticket.hireId)}
      >
        <span>Your lawyer{of}</span>
      </Link>
    );
  if (court !== null && ticket?.mayHireLawyer)
    return (
      <Link className={look} to={paths.profile({ lawyer: id })}>
        <span>Get a lawyer{of}</span>
      </Link>
    );
  return item.mayPay ? (
    <Link className={look} to={paths.pay({ type: kind, amount: decimalCents(item.cents), id })}>
      <span>Pay{of}</span>
    </Link>
  ) : null;
}
