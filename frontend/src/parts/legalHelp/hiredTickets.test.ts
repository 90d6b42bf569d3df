import { expect, it } from "vitest";
import { hiredTickets } from "./hiredTickets";

it("knows the tickets that a lawyer has", () => {
  const hires = [
    { ticketId: 1, status: "Pending" },
    { ticketId: 2, status: "Cancelled" },
    { ticketId: 3, status: "Cancelled" },
    { ticketId: 3, status: "In Progress" },
    { ticketId: null, status: "Pending" },
  ];
  expect([...hiredTickets(hires)]).toEqual([1, 3]);
  expect(hiredTickets(undefined).size).toBe(0);
});
