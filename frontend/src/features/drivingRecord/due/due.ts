import type { CourtAppearance, Standing } from "@/api/types";
import { daysUntil, describeDueDate } from "@/lib/dates";
import { describeEstimate } from "@/lib/money";
import { type Item, openItems, parkingItems, groupTicketsByCard, tollItems } from "../items/items";
import type { DriverRecord } from "../useRecord";

/** A court appearance that the driver must still deal with. The court date may not be set yet, or may have passed. */
export type Court = { title: string; date: string | null; time: string | null; isOver: boolean };

/** A due item or a court appearance. A court appearance has no item if its ticket is no longer in the lists. */
export type DueEntry =
  | { key: string; item: Item; court: null }
  | { key: string; item: Item | null; court: Court };

/**
 * Returns the appearance if the driver must act on it; otherwise null. A past appearance counts only while its ticket
 * is still due, and not if a lawyer handles the ticket.
 */
function courtToAttend(appearance: CourtAppearance, item: Item | null, now: Date): Court | null {
  const { violationType: title, courtDate, courtTime: time } = appearance;
  const days = daysUntil(courtDate, now);
  const isOver = days !== null && days < 0;
  if (isOver && item?.standing !== "due") return null;
  return { title, date: days === null ? null : courtDate, time, isOver };
}

/**
 * Returns court appearances in the server's order, which is by date, then due
 * items by date (docs/product/driving-record.md#next-due).
 */
export function dueEntriesOf(
  items: readonly Item[],
  appearances: readonly CourtAppearance[],
  now: Date,
): DueEntry[] {
  const courts = appearances.flatMap((appearance): DueEntry[] => {
    const { ticketId } = appearance;
    const item = items.find(({ ticket }) => ticket?.id === ticketId) ?? null;
    const court = courtToAttend(appearance, item, now);
    return court ? [{ key: `court ${ticketId}`, item, court }] : [];
  });
  const inCourt = new Set(courts.map(({ item }) => item));
  const others = openItems(items).filter((item) => !inCourt.has(item));
  return [
    ...courts,
    ...others.map((item) => ({ key: `${item.kind} ${item.id}`, item, court: null })),
  ];
}

/**
 * Splits the list into court appearances, overdue items, items due today or in the next seven days, and later items.
 * Drops empty groups.
 */
export function groupEntries(entries: readonly DueEntry[], now: Date) {
  const titleOf = ({ item, court }: DueEntry) => {
    if (court) return "Court";
    const tone = item && describeDueDate(item, now)?.tone;
    return tone === "bad" ? "Overdue" : tone === "warn" ? "Next 7 days" : "Later";
  };
  return ["Court", "Overdue", "Next 7 days", "Later"]
    .map((title) => ({ title, entries: entries.filter((entry) => titleOf(entry) === title) }))
    .filter((group) => group.entries.length > 0);
}

/**
 * Returns the number and sum of the items that count as due, without items that a lawyer handles. `estimate` says
 * whether the sum is estimated.
 */
export function sumOf(entries: readonly DueEntry[]) {
  const open = entries.flatMap(({ item }) => (item?.countsAsDue ? [item] : []));
  return {
    count: open.length,
    cents: open.reduce((sum, { cents }) => sum + cents, 0),
    estimate: describeEstimate(open),
  };
}

/**
 * Returns notes about items that aren't counted as due. These are items that a lawyer, a bank or staff handle, disputed
 * items, and items that can't be paid here. `isOpen` is true if the driver may still have to act on one of these items.
 */
export function describeNotDue(items: readonly Item[]) {
  const lines: string[] = [];
  const addLine = (items: readonly Item[], singular: string, plural: string) => {
    if (items.length > 0)
      lines.push(items.length === 1 ? singular : plural.replace("#", String(items.length)));
  };
  const withStanding = (standing: Standing) => items.filter((item) => item.standing === standing);
  // Items with a fine of zero are left out, because they aren't owed.
  const notDue = withStanding("due").filter(({ countsAsDue, cents }) => !countsAsDue && cents > 0);
  const disputed = notDue.filter(({ isDisputed }) => isDisputed);
  const unpayable = notDue.filter((item) => !disputed.includes(item));
  const chargedBack = withStanding("chargeback_open");
  const noun = disputed.every(({ kind }) => kind !== "toll") ? "ticket" : "item";
  addLine(disputed, `A disputed ${noun} is still open.`, `# disputed ${noun}s are still open.`);
  addLine(unpayable, "One fine can’t be paid by card here.", "# fines can’t be paid by card here.");
  addLine(
    chargedBack,
    "Your bank reversed a payment and is still reviewing it.",
    "Your bank reversed # payments and is still reviewing them.",
  );
  const hired = withStanding("with_lawyer");
  const awaiting = hired.filter(({ ticket }) => ticket?.awaitsLawyer);
  addLine(
    awaiting,
    "No lawyer represents you yet on 1 ticket. Its due date and court date still apply.",
    "No lawyer represents you yet on # tickets. Their due dates and court dates still apply.",
  );
  addLine(
    hired.filter((item) => !awaiting.includes(item)),
    "A lawyer is working on 1 ticket.",
    "Lawyers are working on # tickets.",
  );
  addLine(
    withStanding("processing"),
    "Your bank is processing a payment.",
    "Your bank is processing # payments.",
  );
  addLine(
    withStanding("being_checked"),
    "We’re checking 1 ticket that you added.",
    "We’re checking # tickets that you added.",
  );
  addLine(withStanding("refunding"), "A refund is on its way.", "# refunds are on their way.");
  return { isOpen: notDue.length + chargedBack.length + awaiting.length > 0, lines };
}

/** Returns the driver's items and due entries, and whether lists are loading or have failed. */
export function readDueEntries(record: DriverRecord, now: Date) {
  const { tickets, appearances, parking, tolls } = record;
  const lists = [tickets, appearances, tolls, parking];
  const items = [
    ...Object.values(groupTicketsByCard(tickets.data ?? [], now)).flat(),
    ...parkingItems(parking.data ?? [], now),
    ...tollItems(tolls.data ?? [], now),
  ];
  return {
    items,
    entries: dueEntriesOf(items, appearances.data ?? [], now),
    failed: lists.some((list) => list.error && !list.data),
    waiting: lists.some((list) => !list.data && !list.error),
  };
}
