// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import type { Ticket } from "@/api/types";
import { aParking, aTicket, aToll } from "@/testing/items";
import { ItemsCard } from "./ItemsCard";
import { type Item, parkingItems, ticketsByCard, tollItems } from "./items";

const NOW = new Date("2026-11-10T12:00:00");

function show(items: Item[], over: { first?: number; own?: boolean } = {}) {
  const onDetails = vi.fn<(ticket: Ticket) => void>();
  render(
    <MemoryRouter>
      <ItemsCard
        title="Traffic Tickets"
        items={items}
        first={over.first ?? 3}
        empty="No traffic tickets."
        own={over.own ?? true}
        now={NOW}
        onDetails={onDetails}
      />
    </MemoryRouter>,
  );
  return onDetails;
}

const traffic = (...tickets: Ticket[]) => ticketsByCard(tickets, NOW).traffic;
const many = (count: number) =>
  traffic(...Array.from({ length: count }, (_, at) => aTicket({ id: at + 1 })));
const rows = () => screen.getAllByRole("listitem");

describe("see all", () => {
  it("shows the first, then all, then the first again, and keeps the focus", async () => {
    const person = userEvent.setup();
    show(many(5));
    expect(rows()).toHaveLength(3);
    const button = screen.getByRole("button", { name: /See All \(2 more\)/ });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await person.click(button);
    expect(rows()).toHaveLength(5);
    expect(button.textContent).toContain("Show Less");
    expect(button.getAttribute("aria-expanded")).toBe("true");
    expect(document.activeElement).toBe(button);
    await person.click(button);
    expect(rows()).toHaveLength(3);
  });

  it("is not there when all are shown anyway", () => {
    show(many(3));
    expect(rows()).toHaveLength(3);
    expect(screen.queryByRole("button", { name: /See All/ })).toBeNull();
  });

  it("shows what is open first; what is paid is one line at the end, in its order", async () => {
    const paid = { ...PAID, paidAt: "2026-11-09T15:00:00" };
    show(
      traffic(
        aTicket({ id: 5, ...paid, violationType: "Fifth" }),
        aTicket({ id: 4, ...paid, violationType: "Fourth" }),
        aTicket({ id: 1, violationType: "First" }),
      ),
      { first: 1 },
    );
    const titles = () => screen.getAllByRole("heading", { level: 3 }).map((h) => h.textContent);
    expect(titles()).toEqual(["First"]);
    expect(screen.queryByRole("button", { name: /See All/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: /Paid recently \(2\)/ }));
    expect(titles()).toEqual(["First", "Fifth", "Fourth"]);
  });

  it("says what would be here when nothing is", () => {
    show([]);
    expect(screen.getByText("No traffic tickets.")).toBeTruthy();
    expect(screen.queryByRole("list")).toBeNull();
  });
});

/** The fields of a paid item, as the server sends them. */
const PAID = { isPaid: true, standing: "paid" as const, mayPay: false, countsAsDue: false };

describe("where an item stands", () => {
  it("a ticket with a lawyer says so, leads to the hire first, and can be paid all the same", () => {
    show(
      traffic(
        aTicket({ id: 7, standing: "with_lawyer", hireId: 4, mayHireLawyer: false, dueDate: null }),
      ),
    );
    expect(screen.getByText("Lawyer at work")).toBeTruthy();
    const [hire, pay] = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect([hire, pay]).toEqual(["/legal-help#hire-4", "/payment?type=ticket&amount=150.00&id=7"]);
    expect(screen.queryByRole("button", { name: /Hire Lawyer/ })).toBeNull();
  });

  it.each([
    ["processing", "Payment with your bank"],
    ["refunding", "Refund on its way"],
    ["chargeback_open", "Chargeback open"],
  ] as const)("%s is said, and there is nothing to pay", (standing, text) => {
    show(traffic(aTicket({ standing, mayPay: false, mayHireLawyer: false })));
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole("link", { name: /^Pay/ })).toBeNull();
    expect(screen.queryByText(/Due in/)).toBeNull();
  });

  it("an amount of words is called estimated", () => {
    show(traffic(aTicket({ amount: "See court", fine: "225.00", isEstimated: true })));
    expect(screen.getByText("$225")).toBeTruthy();
    expect(screen.getByText("Estimated")).toBeTruthy();
  });
});

describe("a ticket", () => {
  it("is paid, fought or read", async () => {
    const ticket = aTicket({ id: 7, fine: "1250.00", dueDate: "2026-11-13" });
    const onDetails = show(traffic(ticket));
    expect(screen.getByText("$1,250")).toBeTruthy();
    expect(screen.getByText("Due in 3 days")).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Pay/ }).getAttribute("href")).toBe(
      "/payment?type=ticket&amount=1250.00&id=7",
    );
    expect(screen.getByRole("button", { name: /Hire Lawyer/ })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /See all details/ }));
    expect(onDetails).toHaveBeenCalledWith(ticket);
  });

  it("once paid says so with its date, and can only be read", async () => {
    show(traffic(aTicket({ ...PAID, mayHireLawyer: false, paidAt: "2026-11-09T15:00:00" })));
    await userEvent.click(screen.getByRole("button", { name: /Paid recently \(1\)/ }));
    expect(screen.getByText("on 11/09/2026")).toBeTruthy();
    const paid = screen.getByRole<HTMLButtonElement>("button", { name: "Paid" });
    expect(paid.disabled).toBe(true);
    expect(screen.queryByRole("link", { name: /Pay/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /Hire Lawyer/ })).toBeNull();
    expect(screen.getByRole("button", { name: /See all details/ })).toBeTruthy();
  });

  it("that costs nothing has nothing to pay", () => {
    const nothing = { fine: "0.00", mayPay: false, notPayable: "too_small" as const };
    show(traffic(aTicket({ ...nothing, mayHireLawyer: false, status: "Warning", dueDate: null })));
    expect(screen.getByText("Less than $0.50 can’t be paid by card here.")).toBeTruthy();
    expect(screen.getByText("Warning")).toBeTruthy();
    expect(screen.queryByRole("link", { name: /Pay/ })).toBeNull();
    expect(screen.queryByText("No due date")).toBeNull();
  });

  it("of somebody else can be read by staff, not paid", () => {
    show(traffic(aTicket()), { own: false });
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.queryByRole("button", { name: /Hire Lawyer/ })).toBeNull();
    expect(screen.getByRole("button", { name: /See all details/ })).toBeTruthy();
  });
});

describe("parking tickets and tolls", () => {
  it("a parking ticket's details are a page, and no lawyer fights it", () => {
    show(parkingItems([aParking({ id: 8, userId: 2, dueDate: "2026-11-09" })], NOW));
    const row = within(rows()[0] as HTMLElement);
    expect(row.getByText("Overdue 1 day")).toBeTruthy();
    expect(row.getByRole("link", { name: /^Pay/ }).getAttribute("href")).toBe(
      "/payment?type=parking&amount=150.00&id=8",
    );
    expect(row.getByRole("link", { name: /See all details/ }).getAttribute("href")).toBe(
      "/payment?parking=8&user=2",
    );
    expect(row.queryByRole("button", { name: /Hire Lawyer/ })).toBeNull();
  });

  it("a toll can be paid, or remembered when it has a day", () => {
    show(tollItems([aToll({ id: 9, fine: "6.75" })], NOW));
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      "/payment?type=toll&amount=6.75&id=9",
      "/api/tolls/9/calendar",
      "/payment?toll=9&user=2",
    ]);
  });

  it("a toll without a day, or paid, has nothing for the calendar", () => {
    show(
      tollItems(
        [aToll({ dueDate: null }), aToll({ id: 2, ...PAID, paidAt: NOW.toISOString() })],
        NOW,
      ),
    );
    expect(screen.queryByRole("link", { name: /Add to calendar/ })).toBeNull();
  });

  it("filed as overdue without a date is overdue", () => {
    show(tollItems([aToll({ status: "Overdue", dueDate: null })], NOW));
    expect(screen.getByText("Overdue")).toBeTruthy();
  });
});
