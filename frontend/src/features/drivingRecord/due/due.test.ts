import { describe, expect, it } from "vitest";
import type { Ticket } from "@/api/types";
import { anAppearance, aParking, aTicket, aToll } from "@/testing/sampleItems";
import { type Item, groupTicketsByCard, parkingItems, tollItems } from "../items/items";
import { describeNotDue, groupEntries, dueEntriesOf, sumOf } from "./due";

const NOW = new Date(2026, 10, 28, 12, 0);
const ids = (entries: { item: { id: number } | null }[]) => entries.map(({ item }) => item?.id);
/** Returns the due entries, with a pending appearance for each ticket that requires court. */
function dueEntriesWithAppearances(items: Item[], now: Date) {
  const required = items.flatMap(({ ticket }) => (ticket?.isCourtRequired ? [ticket] : []));
  const day = ({ courtDate }: Ticket) => courtDate ?? "9999-12-31";
  required.sort((a, b) => day(a).localeCompare(day(b)));
  return dueEntriesOf(items, required.map(anAppearance), now);
}
const tickets = (...records: Ticket[]) => Object.values(groupTicketsByCard(records, NOW)).flat();
const court = (overrides: Partial<Ticket>) =>
  aTicket({ isCourtRequired: true, courtDate: "2026-12-02", dueDate: "2026-12-20", ...overrides });

describe("due entries", () => {
  it("lists court dates before due items, each sorted by date", () => {
    const entries = dueEntriesWithAppearances(
      [
        ...tickets(
          aTicket({ id: 1, dueDate: "2026-11-29" }),
          court({ id: 2 }),
          court({ id: 3, courtDate: "2026-11-30" }),
          aTicket({ id: 4, dueDate: null }),
        ),
        ...tollItems([aToll({ id: 5, dueDate: "2026-11-20" })], NOW),
      ],
      NOW,
    );
    expect(ids(entries)).toEqual([3, 2, 5, 1, 4]);
    expect(entries.map(({ court: of }) => of?.date)).toEqual([
      "2026-11-30",
      "2026-12-02",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("lists the court date of a ticket that a lawyer handles, but leaves the fine out of the sum", () => {
    const entries = dueEntriesWithAppearances(
      tickets(court({ id: 2, standing: "with_lawyer", countsAsDue: false }), aTicket({ id: 1 })),
      NOW,
    );
    expect(ids(entries)).toEqual([2, 1]);
    expect(sumOf(entries)).toEqual({ count: 1, cents: 150_00, estimate: "" });
  });

  it("lists every court date before due items: past dates, unset dates and those of paid tickets", () => {
    const entries = dueEntriesWithAppearances(
      tickets(
        aTicket({ id: 4, dueDate: "2026-11-20" }),
        court({ id: 3, courtDate: null }),
        court({ id: 5 }),
        court({ id: 1, courtDate: "2026-11-27" }),
        court({
          id: 2,
          standing: "paid",
          isPaid: true,
          countsAsDue: false,
          courtDate: "2026-12-09",
        }),
      ),
      NOW,
    );
    expect(entries.map(({ item, court: of }) => [item?.id, of?.date, of?.isOver])).toEqual([
      [1, "2026-11-27", true],
      [5, "2026-12-02", false],
      [2, "2026-12-09", false],
      [3, null, false],
      [4, undefined, undefined],
    ]);
  });

  it("leaves out a past court date that a lawyer handled", () => {
    const lawyer = { standing: "with_lawyer", countsAsDue: false } as const;
    const past = court({ id: 1, courtDate: "2026-11-27", ...lawyer });
    expect(
      dueEntriesWithAppearances(tickets(past, court({ id: 2, courtDate: null, ...lawyer })), NOW),
    ).toMatchObject([{ item: { id: 2 }, court: { date: null, isOver: false } }]);
  });
});

it("groups items into court, overdue, next seven days and later, without empty groups", () => {
  const on = (id: number, dueDate: string | null, isOverdue = false) =>
    aTicket({ id, dueDate, isOverdue });
  const groups = (...of: Ticket[]) =>
    groupEntries(dueEntriesWithAppearances(tickets(...of), NOW), NOW).map(({ title, entries }) => [
      title,
      ...ids(entries),
    ]);
  expect(
    groups(
      court({ id: 1, courtDate: null }),
      on(2, "2026-11-27", true),
      on(3, "2026-11-28"),
      on(4, "2026-12-05"),
      on(5, "2026-12-06"),
      on(6, null),
      on(7, null, true),
    ),
  ).toEqual([
    ["Court", 1],
    ["Overdue", 2, 7],
    ["Next 7 days", 3, 4],
    ["Later", 5, 6],
  ]);
  expect(groups(on(6, null))).toEqual([["Later", 6]]);
});

describe("notes about items that don't count as due", () => {
  const notes = (...overrides: Partial<Ticket>[]) =>
    describeNotDue(
      tickets(
        ...overrides.map((one, index) => aTicket({ id: index + 1, countsAsDue: false, ...one })),
      ),
    );

  it("has no notes about items that are paid, owe nothing, or count as due", () => {
    expect(
      notes({ standing: "paid" }, { fine: "0.00", notPayable: "too_small" }, { countsAsDue: true }),
    ).toEqual({ isOpen: false, lines: [] });
  });

  it("describes tickets with a lawyer and pending refunds, but not as open items", () => {
    expect(
      notes({ standing: "with_lawyer" }, { standing: "with_lawyer" }, { standing: "refunding" }),
    ).toEqual({
      isOpen: false,
      lines: ["Lawyers are working on 2 tickets.", "A refund is on its way."],
    });
  });

  it("describes disputed, charged-back and too small fines as open items", () => {
    expect(
      notes(
        { isDisputed: true },
        { fine: "0.25", notPayable: "too_small" },
        { standing: "chargeback_open" },
      ),
    ).toEqual({
      isOpen: true,
      lines: [
        "A disputed ticket is still open.",
        "One fine can’t be paid by card here.",
        "Your bank reversed a payment and is still reviewing it.",
      ],
    });
  });

  it("describes disputed parking tickets and tolls as open items", () => {
    const disputed = { countsAsDue: false, isDisputed: true };
    const parking = parkingItems([aParking({ id: 1, ...disputed })], NOW);
    const tolls = tollItems([aToll({ id: 2, ...disputed })], NOW);
    expect(describeNotDue(parking).lines).toEqual(["A disputed ticket is still open."]);
    expect(describeNotDue([...parking, ...tolls])).toEqual({
      isOpen: true,
      lines: ["2 disputed items are still open."],
    });
  });
});
