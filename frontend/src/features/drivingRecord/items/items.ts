import type {
  ChargeStatus,
  CityData,
  NotPayableReason,
  Parking,
  Standing,
  Ticket,
  TicketStatus,
  Toll,
} from "@/api/types";
import { centsOf } from "@/lib/money";
import type { ItemKind } from "@/lib/paths";
import { dueDateOf } from "@/parts/dates/dueDate";
import { type TicketCard, ticketCard } from "@/parts/drivingRecord/ticketCards";
import { sortTickets } from "./ticketOrder";
import { isListed } from "./visibility";

/** A ticket, parking ticket or toll, with the data that its card shows. */
export type Item = {
  kind: ItemKind;
  id: number;
  userId: number;
  title: string;
  location: string | null;
  date: string;
  /** The due date that the driver sees; null for an item that costs nothing (`dueDateOf`). */
  dueDate: string | null;
  /** The status that staff entered. */
  status: TicketStatus | ChargeStatus;
  paidAt: string | null;
  createdAt: string;
  cents: number;
  /** The server decides the standing and what the driver may do (docs/product/driving-record.md#standing). */
  standing: Standing;
  isEstimated: boolean;
  countsAsDue: boolean;
  isOverdue: boolean;
  hasUpcomingDate: boolean;
  mayPay: boolean;
  notPayable: NotPayableReason | null;
  /** Whether the driver contests the item. */
  isDisputed: boolean;
  /**
   * The day on which the driver sent a letter or the issuer's own form; null if they sent nothing.
   */
  letterSentOn: string | null;
  /** True if the driver sent the issuer's own form instead of a letter. */
  isOwnFormSent: boolean;
  /** The city's own data about a parking ticket; null if we have none. */
  city?: CityData | null;
  /** The full ticket, for the details dialog. Null for parking tickets and tolls. */
  ticket: Ticket | null;
};

/** Converts the fields that tickets, parking tickets and tolls have in common. */
function commonFields(record: Ticket | Parking | Toll) {
  const { id, userId, date, status, paidAt, createdAt } = record;
  const { standing, isEstimated, countsAsDue, isOverdue, mayPay, notPayable } = record;
  const { hasUpcomingDate } = record;
  const { isDisputed, letterSentOn, isOwnFormSent } = record;
  return {
    ...{ id, userId, date, status, paidAt, createdAt },
    ...{ standing, isEstimated, countsAsDue, isOverdue, hasUpcomingDate, mayPay, notPayable },
    ...{ isDisputed, letterSentOn, isOwnFormSent },
    dueDate: dueDateOf(record),
    cents: centsOf(record.fine),
  };
}

const fromTicket = (ticket: Ticket): Item => ({
  ...commonFields(ticket),
  kind: "ticket",
  title: ticket.violationType,
  location: ticket.location,
  ticket,
});

const fromParking = (parking: Parking): Item => ({
  ...commonFields(parking),
  kind: "parking",
  title: parking.violationType,
  location: parking.location,
  city: parking.city,
  ticket: null,
});

const fromToll = (toll: Toll): Item => ({
  ...commonFields(toll),
  kind: "toll",
  title: toll.tollRoad,
  location: null,
  ticket: null,
});

/**
 * Removes the records that lists hide, then sorts the others. Hidden records are removed first, because they would
 * affect the order of the others. A $0 item is sorted by its due date, although its row shows none.
 */
const sortVisible = <T extends Ticket | Parking | Toll>(records: readonly T[], now: Date) =>
  sortTickets(records.filter((record) => isListed(record, now)));

/**
 * Groups tickets by profile card and sorts each group. Leaves out tickets paid over three days ago.
 */
export function groupTicketsByCard(
  tickets: readonly Ticket[],
  now: Date,
): Record<TicketCard, Item[]> {
  const itemsOf = (card: TicketCard) =>
    sortVisible(
      tickets.filter((ticket) => ticketCard(ticket) === card),
      now,
    ).map(fromTicket);
  return {
    traffic: itemsOf("traffic"),
    parking: itemsOf("parking"),
    speeding: itemsOf("speeding"),
    redLight: itemsOf("redLight"),
    other: itemsOf("other"),
  };
}

/** Standings of unpaid items for which nothing is owed. */
const SETTLED_STANDINGS: ReadonlySet<string> = new Set(["settled_with_city", "dismissed"]);
export const isSettled = ({ standing }: Item) => SETTLED_STANDINGS.has(standing);
const isDone = (item: Item) => item.standing === "paid" || isSettled(item);

/** Splits off paid and settled items, which are collapsed at the end. Both parts keep the list's order. */
export const splitByStanding = (items: readonly Item[]) => ({
  open: items.filter((item) => !isDone(item)),
  done: items.filter(isDone),
});

/** Converts parking tickets to sorted items. Leaves out those paid over three days ago. */
export const parkingItems = (parking: readonly Parking[], now: Date) =>
  sortVisible(parking, now).map(fromParking);

/** Converts tolls to sorted items. Leaves out those paid over three days ago. */
export const tollItems = (tolls: readonly Toll[], now: Date) =>
  sortVisible(tolls, now).map(fromToll);

/** Items that count as due, most urgent first: by due date (none last), then by larger amount. */
export function openItems(items: readonly Item[]): Item[] {
  const due = (item: Item) => item.dueDate ?? "9999-12-31";
  return items
    .filter(({ countsAsDue }) => countsAsDue)
    .sort((a, b) => due(a).localeCompare(due(b)) || b.cents - a.cents || b.id - a.id);
}
