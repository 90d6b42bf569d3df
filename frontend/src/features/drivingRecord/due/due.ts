import type { Standing } from "@/api/types";
import { daysUntil, dueText } from "@/lib/dates";
import { type Item, openItems, parkingItems, ticketsByCard, tollItems } from "../items/items";
import type { DriverRecord } from "../useRecord";

/** A mandatory court appearance, by the driver or a lawyer. The date may not be set yet or may have passed. */
export type Court = { date: string | null; isOver: boolean };

/** One item the driver must deal with. */
export type Need = { item: Item; court: Court | null };

/**
 * Returns the court appearance that an open ticket requires. A passed date no longer counts if a lawyer works on the
 * ticket.
 */
export function courtOf({ ticket, standing }: Item, now: Date): Court | null {
  if (!ticket?.isCourtRequired) return null;
  if (standing !== "due" && standing !== "with_lawyer") return null;
  const days = daysUntil(ticket.courtDate, now);
  const isOver = days !== null && days < 0;
  if (isOver && standing === "with_lawyer") return null;
  return { date: days === null ? null : ticket.courtDate, isOver };
}

/** Court appearances first, then everything that is due, each by date (docs/PRODUCT.md#next-due). */
export function needsOf(items: readonly Item[], now: Date): Need[] {
  const day = ({ court }: Need) => court?.date ?? "9999-12-31";
  const courts = items
    .map((item) => ({ item, court: courtOf(item, now) }))
    .filter(({ court }) => court !== null)
    .sort((a, b) => day(a).localeCompare(day(b)) || a.item.id - b.item.id);
  const inCourt = new Set(courts.map(({ item }) => item));
  const others = openItems(items).filter((item) => !inCourt.has(item));
  return [...courts, ...others.map((item) => ({ item, court: null }))];
}

/** Splits the list into groups and drops empty ones. The next seven days count as this week. */
export function groupsOf(needs: readonly Need[], now: Date) {
  const titleOf = ({ item, court }: Need) => {
    if (court) return "Court";
    const tone = dueText(item.dueDate, now)?.tone;
    return tone === "bad" ? "Overdue" : tone === "warn" ? "This week" : "Later";
  };
  return ["Court", "Overdue", "This week", "Later"]
    .map((title) => ({ title, needs: needs.filter((need) => titleOf(need) === title) }))
    .filter((group) => group.needs.length > 0);
}

/** Number and sum of the items that count as due. Court dates that a lawyer handles are not included. */
export function sumOf(needs: readonly Need[]) {
  const open = needs.filter(({ item }) => item.countsAsDue);
  return { count: open.length, cents: open.reduce((sum, { item }) => sum + item.cents, 0) };
}

/** Notes about items that aren't due: handled elsewhere, or open but currently not payable here. */
export function asideOf(items: readonly Item[]) {
  const lines: string[] = [];
  const say = (of: readonly Item[], one: string, many: string) => {
    if (of.length > 0) lines.push(of.length === 1 ? one : many.replace("#", String(of.length)));
  };
  const at = (standing: Standing) => items.filter((item) => item.standing === standing);
  // A fine of zero isn't owed.
  const stuck = at("due").filter(({ countsAsDue, cents }) => !countsAsDue && cents > 0);
  const disputed = stuck.filter(({ ticket }) => ticket?.isDisputed);
  const unpayable = stuck.filter((item) => !disputed.includes(item));
  const taken = at("chargeback_open");
  say(disputed, "A disputed ticket is still open.", "# disputed tickets are still open.");
  say(unpayable, "One fine can’t be paid by card here.", "# fines can’t be paid by card here.");
  say(taken, "A chargeback is open.", "# chargebacks are open.");
  say(at("with_lawyer"), "A lawyer is working on 1 ticket.", "Lawyers are working on # tickets.");
  say(
    at("processing"),
    "Your bank is processing a payment.",
    "Your bank is processing # payments.",
  );
  say(at("refunding"), "A refund is on its way.", "# refunds are on their way.");
  return { isOpen: stuck.length + taken.length > 0, lines };
}

/** Returns the driver's items, those that need attention, and whether all lists have loaded. */
export function readNeeds({ user, tickets, parking, tolls }: DriverRecord, now: Date) {
  const lists = [tickets, tolls, ...(user?.vehicleLicensePlate ? [parking] : [])];
  const items = [
    ...Object.values(ticketsByCard(tickets.data ?? [], now)).flat(),
    ...parkingItems(parking.data ?? [], now),
    ...tollItems(tolls.data ?? [], now),
  ];
  return {
    items,
    needs: needsOf(items, now),
    failed: lists.some((list) => list.error && !list.data),
    waiting: lists.some((list) => !list.data && !list.error),
  };
}
