// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import type { Ticket } from "@/api/types";
import { aParking, aTicket, aToll } from "@/testing/sampleItems";
import { ItemsCard } from "./ItemsCard";
import { type Item, parkingItems, groupTicketsByCard, tollItems } from "./items";

const NOW = new Date("2026-11-10T12:00:00");

function renderCard(items: Item[], options: { first?: number; isOwn?: boolean } = {}) {
  const onDetails = vi.fn<(ticket: Ticket) => void>();
  render(
    <MemoryRouter>
      <ItemsCard
        title="Traffic Tickets"
        items={items}
        first={options.first ?? 3}
        emptyText="No traffic tickets."
        isOwn={options.isOwn ?? true}
        now={NOW}
        onDetails={onDetails}
      />
    </MemoryRouter>,
  );
  return onDetails;
}

const traffic = (...tickets: Ticket[]) => groupTicketsByCard(tickets, NOW).traffic;
const trafficTickets = (count: number) =>
  traffic(...Array.from({ length: count }, (_, index) => aTicket({ id: index + 1 })));
const rows = () => screen.getAllByRole("listitem");

describe("the list of items", () => {
  it("expands to all items and collapses again, and keeps the focus on the button", async () => {
    const person = userEvent.setup();
    renderCard(trafficTickets(5));
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

  it("has no See All button when all items are shown", () => {
    renderCard(trafficTickets(3));
    expect(rows()).toHaveLength(3);
    expect(screen.queryByRole("button", { name: /See All/ })).toBeNull();
  });

  it("shows only open items until the driver clicks Recently paid", async () => {
    const paid = { ...PAID, paidAt: "2026-11-09T15:00:00" };
    renderCard(
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
    await userEvent.click(screen.getByRole("button", { name: /Recently paid \(2\)/ }));
    expect(titles()).toEqual(["First", "Fifth", "Fourth"]);
  });

  it("shows a message when there are no items", () => {
    renderCard([]);
    expect(screen.getByText("No traffic tickets.")).toBeTruthy();
    expect(screen.queryByRole("list")).toBeNull();
  });
});

/** The fields of a paid item, as the server sends them. */
const PAID = { isPaid: true, standing: "paid" as const, mayPay: false, countsAsDue: false };

describe("an item's standing", () => {
  it("shows a ticket with a lawyer, with a link to the hire before the payment link", () => {
    renderCard(
      traffic(
        aTicket({ id: 7, standing: "with_lawyer", hireId: 4, mayHireLawyer: false, dueDate: null }),
      ),
    );
    expect(screen.getByText("Lawyer working on it")).toBeTruthy();
    expect(screen.queryByText("No lawyer represents you yet")).toBeNull();
    const [hire, pay] = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect([hire, pay]).toEqual(["/legal-help#hire-4", "/payment?type=ticket&amount=150.00&id=7"]);
    expect(screen.queryByRole("button", { name: /Hire Lawyer/ })).toBeNull();
  });

  it.each([
    ["processing", "Payment processing"],
    ["refunding", "Refund on its way"],
    ["chargeback_open", "Reversed by your bank, under review"],
  ] as const)("shows the standing %s, and no payment link", (standing, text) => {
    renderCard(traffic(aTicket({ standing, mayPay: false, mayHireLawyer: false })));
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole("link", { name: /^Pay/ })).toBeNull();
    expect(screen.queryByText(/Due in/)).toBeNull();
  });

  it("lists a dismissed ticket with the closed items, without a payment link", () => {
    const dismissed = { standing: "dismissed" as const, mayPay: false, mayHireLawyer: false };
    renderCard(traffic(aTicket({ id: 1 }), aTicket({ id: 2, ...dismissed, countsAsDue: false })));
    fireEvent.click(screen.getByRole("button", { name: /^Paid or closed \(1\)/ }));
    const row = screen.getByText("Dismissed").closest("li");
    expect(row?.querySelector("a")).toBeNull();
  });

  it("shows no due date for a disputed ticket", () => {
    const dispute = { isDisputed: true, letterSentOn: "2026-11-09", countsAsDue: false };
    renderCard(traffic(aTicket({ dueDate: "2026-12-20", ...dispute })));
    expect(screen.getByText("Disputed · Letter sent on 11/09/2026")).toBeTruthy();
    expect(screen.queryByText(/^Due in/)).toBeNull();
  });

  it("marks a fine as estimated when its amount isn't a number", () => {
    renderCard(traffic(aTicket({ amount: "See court", fine: "225.00", isEstimated: true })));
    expect(screen.getByText("$225")).toBeTruthy();
    expect(screen.getByText("Estimated")).toBeTruthy();
  });
});

describe("a ticket", () => {
  it("offers to pay a ticket, hire a lawyer for it or read its details", async () => {
    const ticket = aTicket({ id: 7, fine: "1250.00", dueDate: "2026-11-13" });
    const onDetails = renderCard(traffic(ticket));
    expect(screen.getByText("$1,250")).toBeTruthy();
    expect(screen.getByText("Due in 3 days")).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Pay/ }).getAttribute("href")).toBe(
      "/payment?type=ticket&amount=1250.00&id=7",
    );
    expect(screen.getByRole("button", { name: /Hire Lawyer/ })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /See all details/ }));
    expect(onDetails).toHaveBeenCalledWith(ticket);
  });

  it("shows the payment date of a paid ticket, and offers only the details", async () => {
    renderCard(traffic(aTicket({ ...PAID, mayHireLawyer: false, paidAt: "2026-11-09T15:00:00" })));
    await userEvent.click(screen.getByRole("button", { name: /Recently paid \(1\)/ }));
    expect(screen.getByText("on 11/09/2026")).toBeTruthy();
    const paid = screen.getByRole<HTMLButtonElement>("button", { name: "Paid" });
    expect(paid.disabled).toBe(true);
    expect(screen.queryByRole("link", { name: /Pay/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /Hire Lawyer/ })).toBeNull();
    expect(screen.getByRole("button", { name: /See all details/ })).toBeTruthy();
  });

  it("offers no payment of a ticket whose amount is too small for a card", () => {
    const nothing = { fine: "0.00", mayPay: false, notPayable: "too_small" as const };
    renderCard(
      traffic(aTicket({ ...nothing, mayHireLawyer: false, status: "Warning", dueDate: null })),
    );
    expect(screen.getByText("You can’t pay less than $0.50 by card here.")).toBeTruthy();
    expect(screen.getByText("Warning")).toBeTruthy();
    expect(screen.queryByRole("link", { name: /Pay/ })).toBeNull();
    expect(screen.queryByText("No due date")).toBeNull();
  });

  it("offers staff only the details of a driver's ticket", () => {
    renderCard(traffic(aTicket()), { isOwn: false });
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.queryByRole("button", { name: /Hire Lawyer/ })).toBeNull();
    expect(screen.getByRole("button", { name: /See all details/ })).toBeTruthy();
  });
});

describe("parking tickets and tolls", () => {
  it("links a parking ticket to its details page, and offers no lawyer", () => {
    renderCard(
      parkingItems([aParking({ id: 8, userId: 2, dueDate: "2026-11-09", isOverdue: true })], NOW),
    );
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

  it("offers to pay a toll, add its due date to a calendar or read its details", () => {
    renderCard(tollItems([aToll({ id: 9, fine: "6.75" })], NOW));
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      "/payment?type=toll&amount=6.75&id=9",
      "/driving-profile/options?type=toll&id=9",
      "/api/tolls/9/calendar",
      "/payment?toll=9&user=2",
    ]);
  });

  it("offers no calendar entry for a toll without an upcoming date", () => {
    renderCard(tollItems([aToll({ hasUpcomingDate: false })], NOW));
    expect(screen.queryByRole("link", { name: /Add to calendar/ })).toBeNull();
  });

  it("shows an overdue toll without a due date as overdue", () => {
    renderCard(tollItems([aToll({ status: "Overdue", dueDate: null, isOverdue: true })], NOW));
    expect(screen.getByText("Overdue")).toBeTruthy();
  });
});
