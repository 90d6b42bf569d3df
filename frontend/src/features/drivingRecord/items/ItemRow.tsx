import CircleCheck from "lucide-react/icons/circle-check";
import Gavel from "lucide-react/icons/gavel";
import Scale from "lucide-react/icons/scale";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import type { Standing, Ticket } from "@/api/types";
import { describeDueDate, formatDate, shortDate } from "@/lib/dates";
import { formatDecimal, formatCents } from "@/lib/money";
import { files, paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { lookUpLabel } from "@/lib/labels";
import { describeDispute } from "@/parts/drivingRecord/dispute";
import { NOT_PAYABLE } from "@/parts/drivingRecord/notPayable";
import { isUnpaid } from "@/parts/drivingRecord/standing";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { HireLawyer } from "./HireLawyer";
import { ItemIcon } from "./ItemIcon";
import css from "./ItemRow.module.css";
import type { Item } from "./items";

type Props = { item: Item; isOwn: boolean; now: Date; onDetails: (ticket: Ticket) => void };

export function ItemRow({ item, now, ...rest }: Props) {
  return (
    <li className={css.item}>
      <ItemIcon item={item} className={css.icon} />
      <div>
        <h3 className={css.title}>{item.title}</h3>
        <p className={css.where}>
          <span className={css.date}>{formatDate(item.date)}</span>
          {item.location && ` · ${item.location}`}
        </p>
        {item.city && <p className={css.where}>City data as of {shortDate(item.city.asOf, now)}</p>}
      </div>
      <p className={css.amount}>{formatCents(item.cents)}</p>
      <div className={css.chips}>
        <ItemChips item={item} now={now} />
      </div>
      <Actions item={item} {...rest} />
    </li>
  );
}

/** Chips for the item's standing, and for facts that decide how a ticket is handled. */
function ItemChips({ item, now }: Pick<Props, "item" | "now">) {
  const { ticket, status, standing, isEstimated } = item;
  const isOpen = isUnpaid(standing);
  return (
    <>
      {isEstimated && <Chip>Estimated</Chip>}
      <StandingChip item={item} now={now} />
      {isOpen && ticket?.isCourtRequired && (
        <Chip tone="warn" icon={<Gavel aria-hidden="true" />}>
          Court{ticket.courtDate ? ` ${formatDate(ticket.courtDate)}` : " required"}
        </Chip>
      )}
      {isOpen && status === "Warning" && (
        <Chip icon={<TriangleAlert aria-hidden="true" />}>Warning</Chip>
      )}
      {isOpen && item.isDisputed && <Chip tone="info">{describeDispute(item)}</Chip>}
    </>
  );
}

/** Chip for the item's standing. */
export function StandingChip({ item, now }: Pick<Props, "item" | "now">) {
  return (lookUpLabel(STANDING_CHIPS, item.standing) ?? renderDueChip)(item, now);
}

type RenderChip = (item: Item, now: Date) => ReactNode;

/** Shows a chip with the due date. A disputed item isn't due. */
const renderDueChip: RenderChip = (item, now) => {
  if (item.isDisputed) return null;
  const until = describeDueDate(item, now);
  if (until) return <Chip tone={until.tone}>{until.text}</Chip>;
  return item.mayPay && <Chip>No due date</Chip>;
};

const STANDING_CHIPS: Record<Standing, RenderChip> = {
  due: renderDueChip,
  with_lawyer: (item, now) => (
    <>
      {item.ticket?.awaitsLawyer ? (
        <Chip tone="warn" icon={<Scale aria-hidden="true" />}>
          No lawyer represents you yet
        </Chip>
      ) : (
        <Chip tone="info" icon={<Scale aria-hidden="true" />}>
          Lawyer working on it
        </Chip>
      )}
      {renderDueChip(item, now)}
    </>
  ),
  processing: () => <Chip tone="info">Payment processing</Chip>,
  // Paid items need no chip: their disabled button already says Paid.
  paid: () => null,
  refunding: () => <Chip tone="warn">Refund on its way</Chip>,
  chargeback_open: () => <Chip tone="warn">Reversed by your bank, under review</Chip>,
  settled_with_city: () => <Chip tone="good">Settled with the city</Chip>,
  dismissed: () => <Chip tone="good">Dismissed</Chip>,
  being_checked: (item, now) => (
    <>
      <Chip tone="info">Being checked</Chip>
      {renderDueChip(item, now)}
    </>
  ),
};

/** The buttons and links of an item's row. */
function Actions({ item, isOwn, onDetails }: Omit<Props, "now">) {
  const { kind, id, ticket, title } = item;
  const hiddenTitle = <span className="visually-hidden"> for {title}</span>;
  const text = buttonClass({ variant: "text", compact: true });
  const isOpen = isUnpaid(item.standing);
  return (
    <div className={css.actions}>
      {item.standing === "paid" && (
        <>
          <Button compact disabled icon={<CircleCheck size={18} aria-hidden="true" />}>
            Paid
          </Button>
          {item.paidAt && <p className={css.on}>on {formatDate(item.paidAt)}</p>}
        </>
      )}
      {isOwn && <ItemButtons item={item} />}
      <div className={css.links}>
        {isOwn && isOpen && (
          <Link className={text} to={paths.options({ type: kind, id })}>
            <span>See all options{hiddenTitle}</span>
          </Link>
        )}
        {kind === "toll" && item.hasUpcomingDate && (
          <a className={text} href={files.calendar(kind, id)} download>
            <span>Add to calendar{hiddenTitle}</span>
          </a>
        )}
        {ticket && (
          <Button variant="text" compact aria-haspopup="dialog" onClick={() => onDetails(ticket)}>
            <span>See all details{hiddenTitle}</span>
          </Button>
        )}
        {kind !== "ticket" && (
          <Link className={text} to={paths.details(kind, id, item.userId)}>
            <span>See all details{hiddenTitle}</span>
          </Link>
        )}
      </div>
    </div>
  );
}

/** Buttons for what the driver can do with the item. */
function ItemButtons({ item }: { item: Item }) {
  const { kind, id, ticket, title, standing } = item;
  const isWithLawyer = standing === "with_lawyer";
  return (
    <>
      {isWithLawyer && ticket && <HireLawyer ticket={ticket} />}
      {item.mayPay && (
        <Link
          className={buttonClass({ compact: true, ...(isWithLawyer && { variant: "text" }) })}
          to={paths.pay({ type: kind, amount: formatDecimal(item.cents), id })}
        >
          <span>
            Pay<span className="visually-hidden"> for {title}</span>
          </span>
        </Link>
      )}
      {!isWithLawyer && ticket && <HireLawyer ticket={ticket} />}
      {standing === "due" && item.notPayable && (
        <p className={css.why}>{lookUpLabel(NOT_PAYABLE, item.notPayable)}</p>
      )}
    </>
  );
}
