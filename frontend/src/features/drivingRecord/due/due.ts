import { daysUntil } from "@/lib/dates";
import { type Item, openItems, parkingItems, ticketsByCard, tollItems } from "../items/items";
import type { DriverRecord } from "../useRecord";

/** One thing that needs the driver; `court` is the day on which they, or somebody for them, must be there. */
export type Need = { item: Item; court: string | null };

/** The day in court that is still to come, of a ticket that is open. */
export function courtDay({ ticket, standing }: Item, now: Date): string | null {
  if (!ticket?.isCourtRequired || !ticket.courtDate) return null;
  if (standing !== "due" && standing !== "with_lawyer") return null;
  const days = daysUntil(ticket.courtDate, now);
  return days !== null && days >= 0 ? ticket.courtDate : null;
}

/** Days in court first, then everything that counts as due: each in order of time (docs/PRODUCT.md#next-due). */
export function needsOf(items: readonly Item[], now: Date): Need[] {
  const courts = items
    .map((item) => ({ item, court: courtDay(item, now) }))
    .filter(({ court }) => court !== null)
    .sort((a, b) => (a.court ?? "").localeCompare(b.court ?? "") || a.item.id - b.item.id);
  const inCourt = new Set(courts.map(({ item }) => item));
  const others = openItems(items).filter((item) => !inCourt.has(item));
  return [...courts, ...others.map((item) => ({ item, court: null }))];
}

/** How many count as due, and their sum; a day in court that a lawyer sees to is in neither. */
export function sumOf(needs: readonly Need[]) {
  const open = needs.filter(({ item }) => item.countsAsDue);
  return { count: open.length, cents: open.reduce((sum, { item }) => sum + item.cents, 0) };
}

/** Everything on the record that could need the driver, and whether all of it was read. */
export function readNeeds({ user, tickets, parking, tolls }: DriverRecord, now: Date) {
  const lists = [tickets, tolls, ...(user?.vehicleLicensePlate ? [parking] : [])];
  return {
    needs: needsOf(
      [
        ...Object.values(ticketsByCard(tickets.data ?? [], now)).flat(),
        ...parkingItems(parking.data ?? [], now),
        ...tollItems(tolls.data ?? [], now),
      ],
      now,
    ),
    failed: lists.some((list) => list.error && !list.data),
    waiting: lists.some((list) => !list.data && !list.error),
  };
}
