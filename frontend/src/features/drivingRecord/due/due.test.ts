import { describe, expect, it } from "vitest";
import type { Ticket } from "@/api/types";
import { aTicket, aToll } from "@/testing/items";
import { ticketsByCard, tollItems } from "../items/items";
import { needsOf, sumOf } from "./due";

const NOW = new Date(2026, 10, 28, 12, 0);
const ids = (needs: { item: { id: number } }[]) => needs.map(({ item }) => item.id);
const tickets = (...of: Ticket[]) => Object.values(ticketsByCard(of, NOW)).flat();
const court = (over: Partial<Ticket>) =>
  aTicket({ isCourtRequired: true, courtDate: "2026-12-02", dueDate: "2026-12-20", ...over });

describe("what needs the driver", () => {
  it("is a day in court first, then what is due, in order of time", () => {
    const needs = needsOf(
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
    expect(ids(needs)).toEqual([3, 2, 5, 1, 4]);
    expect(needs.map((need) => need.court)).toEqual(["2026-11-30", "2026-12-02", null, null, null]);
  });

  it("names a day in court that a lawyer sees to, but does not count its fine", () => {
    const needs = needsOf(
      tickets(court({ id: 2, standing: "with_lawyer", countsAsDue: false }), aTicket({ id: 1 })),
      NOW,
    );
    expect(ids(needs)).toEqual([2, 1]);
    expect(sumOf(needs)).toEqual({ count: 1, cents: 150_00 });
  });

  it("forgets a day in court that is over, or of what is paid", () => {
    const needs = needsOf(
      tickets(
        court({ id: 1, courtDate: "2026-11-27" }),
        court({ id: 2, standing: "paid", isPaid: true, countsAsDue: false }),
        court({ id: 3, courtDate: null }),
      ),
      NOW,
    );
    expect(needs.map(({ item, court: day }) => [item.id, day])).toEqual([
      [3, null],
      [1, null],
    ]);
  });
});
