import type { CourtAppearance, Standing } from "@/api/types";
import { daysUntil, describeDueDate } from "@/lib/dates";
import { type Item, openItems, parkingItems, groupTicketsByCard, tollItems } from "../items/items";
import type { DriverRecord } from "../useRecord";

/** A court appearance that remains; its date may not be set yet, or may have passed. */
export type Court = { title: string; date: string | null; time: string | null; isOver: boolean };

/** Something that the driver has to do. A court appearance's ticket may have left the lists: then it has no item. */
export type Need =
  | { key: string; item: Item; court: null }
  | { key: string; item: Item | null; court: Court };

/**
 * Returns the appearance if the driver must act on it. A past appearance counts only while its ticket is still due. If
 * a lawyer handles the ticket, the lawyer knows the outcome.
 */
function courtOf(appearance: CourtAppearance, item: Item | null, now: Date): Court | null {
  const { violationType: title, courtDate, courtTime: time } = appearance;
  const days = daysUntil(courtDate, now);
  const isOver = days !== null && days < 0;
  if (isOver && item?.standing !== "due") return null;
  return { title, date: days === null ? null : courtDate, time, isOver };
}

/** Court appearances first, then everything that is due, each by date (docs/product/driving-record.md#next-due). */
export function needsOf(
  items: readonly Item[],
  appearances: readonly CourtAppearance[],
  now: Date,
): Need[] {
  const courts = appearances.flatMap((appearance): Need[] => {
    const { ticketId } = appearance;
    const item = items.find(({ ticket }) => ticket?.id === ticketId) ?? null;
    const court = courtOf(appearance, item, now);
    return court ? [{ key: `court ${ticketId}`, item, court }] : [];
  });
  const inCourt = new Set(courts.map(({ item }) => item));
  const others = openItems(items).filter((item) => !inCourt.has(item));
  return [
    ...courts,
    ...others.map((item) => ({ key: `${item.kind} ${item.id}`, item, court: null })),
  ];
}

/** Splits the list into groups and drops empty ones. The next seven days count as this week. */
export function groupByDate(needs: readonly Need[], now: Date) {
  const titleOf = ({ item, court }: Need) => {
    if (court) return "Court";
    const tone = describeDueDate(item?.dueDate, now)?.tone;
    return tone === "bad" ? "Overdue" : tone === "warn" ? "This week" : "Later";
  };
  return ["Court", "Overdue", "This week", "Later"]
    .map((title) => ({ title, needs: needs.filter((need) => titleOf(need) === title) }))
    .filter((group) => group.needs.length > 0);
}

/** Number and sum of the items that count as due. Court dates that a lawyer handles are not included. */
export function sumOf(needs: readonly Need[]) {
  const open = needs.flatMap(({ item }) => (item?.countsAsDue ? [item] : []));
  return { count: open.length, cents: open.reduce((sum, { cents }) => sum + cents, 0) };
}

/**
 * Returns notes about items that aren't counted as due: items handled elsewhere, and open items that can't be paid here
 * now.
 */
export function describeNotDue(items: readonly Item[]) {
  const lines: string[] = [];
  const addLine = (items: readonly Item[], singular: string, plural: string) => {
    if (items.length > 0)
      lines.push(items.length === 1 ? singular : plural.replace("#", String(items.length)));
  };
  const at = (standing: Standing) => items.filter((item) => item.standing === standing);
  // Items with a fine of zero are left out, because they aren't owed.
  const stuck = at("due").filter(({ countsAsDue, cents }) => !countsAsDue && cents > 0);
  const disputed = stuck.filter(({ ticket }) => ticket?.isDisputed);
  const unpayable = stuck.filter((item) => !disputed.includes(item));
  const taken = at("chargeback_open");
  addLine(disputed, "A disputed ticket is still open.", "# disputed tickets are still open.");
  addLine(unpayable, "One fine can’t be paid by card here.", "You can’t pay # fines by card here.");
  addLine(taken, "A chargeback is open with your bank.", "# chargebacks are open with your bank.");
  addLine(
    at("with_lawyer"),
    "A lawyer is working on 1 ticket.",
    "Lawyers are working on # tickets.",
  );
  addLine(
    at("processing"),
    "Your bank is processing a payment.",
    "Your bank is processing # payments.",
  );
  addLine(at("refunding"), "A refund is on its way.", "# refunds are on their way.");
  return { isOpen: stuck.length + taken.length > 0, lines };
}

/** Returns the driver's items and what needs attention, and whether all lists have loaded. */
export function readNeeds(record: DriverRecord, now: Date) {
  const { user, tickets, appearances, parking, tolls } = record;
  const lists = [tickets, appearances, tolls, ...(user?.vehicleLicensePlate ? [parking] : [])];
  const items = [
    ...Object.values(groupTicketsByCard(tickets.data ?? [], now)).flat(),
    ...parkingItems(parking.data ?? [], now),
    ...tollItems(tolls.data ?? [], now),
  ];
  return {
    items,
    needs: needsOf(items, appearances.data ?? [], now),
    failed: lists.some((list) => list.error && !list.data),
    waiting: lists.some((list) => !list.data && !list.error),
  };
}
