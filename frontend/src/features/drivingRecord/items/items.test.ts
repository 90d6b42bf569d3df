import { describe, expect, it } from "vitest";
import { aParking, aTicket, aToll } from "@/testing/sampleItems";
import { openItems, parkingItems, groupTicketsByCard, tollItems } from "./items";

const NOW = new Date("2026-11-10T12:00:00Z");
const ids = (items: { id: number }[]) => items.map(({ id }) => id);

describe("tickets by card", () => {
  it("puts every ticket on one card, also one with an unknown category", () => {
    const cards = groupTicketsByCard(
      [
        aTicket({ id: 1, category: "traffic" }),
        aTicket({ id: 2, category: "parking" }),
        aTicket({ id: 3, category: "speeding" }),
        aTicket({ id: 4, category: "other", violationType: "Ran a RED-light" }),
        aTicket({ id: 5, category: "other", violationType: "Expired registration" }),
        aTicket({ id: 6, category: "a word of tomorrow" as "other", violationType: "Littering" }),
      ],
      NOW,
    );
    expect(Object.fromEntries(Object.entries(cards).map(([card, of]) => [card, ids(of)]))).toEqual({
      traffic: [1],
      parking: [2],
      speeding: [3],
      redLight: [4],
      other: [6, 5],
    });
  });

  it("leaves out tickets paid more than three days ago", () => {
    const paid = (id: number, paidAt: string) => aTicket({ id, isPaid: true, paidAt });
    const { traffic } = groupTicketsByCard(
      [paid(1, "2026-11-07T11:59:59Z"), paid(2, "2026-11-07T12:00:00Z"), aTicket({ id: 3 })],
      NOW,
    );
    expect(ids(traffic)).toEqual([3, 2]);
  });

  it("orders the tickets by due date, tickets without a due date last", () => {
    const { traffic } = groupTicketsByCard(
      [
        aTicket({ id: 1, dueDate: "2026-12-01", createdAt: "2026-10-01T00:00:00Z" }),
        aTicket({ id: 2, dueDate: "2026-11-12", createdAt: "2026-10-10T00:00:00Z" }),
        aTicket({ id: 3, dueDate: null, createdAt: "2026-10-20T00:00:00Z" }),
      ],
      NOW,
    );
    expect(ids(traffic)).toEqual([2, 1, 3]);
  });
});

it("sorts an item of $0 by its due date, although the item doesn't show the date", () => {
  const items = parkingItems(
    [
      aParking({ id: 1, fine: "0.00", dueDate: "2026-11-12", createdAt: "2026-10-01T00:00:00Z" }),
      aParking({ id: 2, dueDate: "2026-12-01", createdAt: "2026-10-10T00:00:00Z" }),
    ],
    NOW,
  );
  expect(items.map(({ id, dueDate }) => [id, dueDate])).toEqual([
    [1, null],
    [2, "2026-12-01"],
  ]);
});

describe("amounts", () => {
  it("takes an item's amount from the server's fine, not from the amount that staff entered", () => {
    const [ticket] = groupTicketsByCard([aTicket({ amount: "", fine: "200.00" })], NOW).traffic;
    expect(ticket?.cents).toBe(200_00);
    expect(parkingItems([aParking({ amount: "none", fine: "75.00" })], NOW)[0]?.cents).toBe(75_00);
    expect(tollItems([aToll({ amount: "$6.75", fine: "6.75" })], NOW)[0]?.cents).toBe(6_75);
  });
});

describe("open items", () => {
  const all = [
    ...groupTicketsByCard(
      [
        aTicket({ id: 1, dueDate: "2026-11-15" }),
        aTicket({ id: 2, dueDate: "2026-11-01", countsAsDue: false }),
        aTicket({ id: 3, dueDate: "2026-11-02", countsAsDue: false, mayPay: true }),
      ],
      NOW,
    ).traffic,
    ...parkingItems([aParking({ id: 5, dueDate: null })], NOW),
    ...tollItems(
      [
        aToll({ id: 6, dueDate: "2026-11-05", fine: "6.75" }),
        aToll({ id: 7, dueDate: "2026-11-05", fine: "9.00" }),
      ],
      NOW,
    ),
  ];

  it("orders the open items of all lists by due date, then larger amount, and puts those without a date last", () => {
    expect(ids(openItems(all))).toEqual([7, 6, 1, 5]);
  });

  it("leaves out items that the server doesn't count as due", () => {
    expect(ids(openItems(all)).filter((id) => id === 2 || id === 3)).toEqual([]);
  });
});
