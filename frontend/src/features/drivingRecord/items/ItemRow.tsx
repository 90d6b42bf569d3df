import { Check, CircleCheck, Gavel, TriangleAlert } from "lucide-react";
import type { Ticket } from "@/api/types";
import { dueText, formatDate } from "@/lib/dates";
import { decimalCents, formatCents } from "@/lib/money";
import { files, paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { cx } from "@/ui/cx";
import { HireLawyer } from "./HireLawyer";
import { ItemIcon } from "./ItemIcon";
import css from "./ItemRow.module.css";
import { canBePaid, type Item } from "./items";
import { ofWord } from "@/lib/words";

type Props = { item: Item; own: boolean; now: Date; onDetails: (ticket: Ticket) => void };

export function ItemRow({ item, now, ...rest }: Props) {
  return (
    <li className={css.item}>
      <ItemIcon item={item} className={css.icon} />
      <div className={css.words}>
        <h3 className={css.title}>{item.title}</h3>
        <p className={css.where}>
          <span className={css.date}>{formatDate(item.date)}</span>
          {item.place && ` · ${item.place}`}
        </p>
      </div>
      <p className={css.amount}>{formatCents(item.cents)}</p>
      <div className={css.chips}>
        <State item={item} now={now} />
      </div>
      <Actions item={item} {...rest} />
    </li>
  );
}

/** Which statuses a chip tells, besides what is paid and due. */
const MARKS: Record<Item["status"], "overdue" | "warning" | null> = {
  Fine: null,
  Warning: "warning",
  "Court Required": null,
  Unpaid: null,
  Paid: null,
  Overdue: "overdue",
};

/** Paid, or due; and what else decides how a ticket is handled. */
function State({ item, now }: Pick<Props, "item" | "now">) {
  const { ticket, isPaid, paidAt, status } = item;
  if (isPaid) {
    return (
      <Chip tone="good" icon={<CircleCheck aria-hidden="true" />}>
        Paid{paidAt && ` ${formatDate(paidAt)}`}
      </Chip>
    );
  }
  const due = dueText(item.dueDate, now);
  const mark = ofWord(MARKS, status);
  const overdue = mark === "overdue" && due?.tone !== "bad";
  return (
    <>
      {overdue && <Chip tone="bad">Overdue</Chip>}
      {due && !overdue && <Chip tone={due.tone}>{due.text}</Chip>}
      {!due && !overdue && canBePaid(item) && <Chip>No due date</Chip>}
      {ticket?.isCourtRequired && (
        <Chip tone="warn" icon={<Gavel aria-hidden="true" />}>
          Court{ticket.courtDate ? ` ${formatDate(ticket.courtDate)}` : " required"}
        </Chip>
      )}
      {mark === "warning" && <Chip icon={<TriangleAlert aria-hidden="true" />}>Warning</Chip>}
      {ticket?.isDisputed && <Chip tone="info">Disputed</Chip>}
    </>
  );
}

function Actions({ item, own, onDetails }: Omit<Props, "now">) {
  const { kind, id, ticket, title } = item;
  const open = own && canBePaid(item);
  const of = <span className="visually-hidden"> for {title}</span>;
  const text = cx(css.text, buttonClass({ variant: "text", compact: true }));
  return (
    <div className={css.actions}>
      {item.isPaid && (
        <Button compact disabled icon={<Check size={18} aria-hidden="true" />}>
          Paid
        </Button>
      )}
      {open && (
        <Link
          className={buttonClass({ compact: true })}
          to={paths.pay({ type: kind, amount: decimalCents(item.cents), id })}
        >
          <span>Pay{of}</span>
        </Link>
      )}
      {open && ticket && <HireLawyer ticket={ticket} />}
      {ticket && (
        <Button
          className={css.text}
          variant="text"
          compact
          aria-haspopup="dialog"
          onClick={() => onDetails(ticket)}
        >
          <span>See all details{of}</span>
        </Button>
      )}
      {kind === "toll" && item.dueDate && !item.isPaid && (
        <a className={text} href={files.calendar(kind, id)} download>
          <span>Add to calendar{of}</span>
        </a>
      )}
      {kind === "parking" && (
        <Link className={text} to={paths.parkingDetails({ parking: id, user: item.userId })}>
          <span>See all details{of}</span>
        </Link>
      )}
    </div>
  );
}
