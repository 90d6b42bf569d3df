// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Ticket, User } from "@/api/types";
import { isHelpOpen, setHelp } from "@/parts/help";
import { anAppearance, aTicket } from "@/testing/sampleItems";
import { openScreen, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { DuePage } from "../DuePage";
import ProfilePage from "../ProfilePage";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 28, 12, 0) }));
afterEach(() => vi.useRealTimers());

const DRIVER: User = { ...USER, lastAdminUpdateAt: "2026-11-20T10:00:00Z" };
/** A driver whose record staff are still preparing. */
const NEW_DRIVER: User = { ...USER, lastAdminUpdateAt: null };
const court = (overrides: Partial<Ticket>) =>
  aTicket({ isCourtRequired: true, courtDate: "2026-12-02", dueDate: "2026-12-20", ...overrides });

const WITH_LAWYER = { standing: "with_lawyer", hireId: 4, countsAsDue: false } as const;

function serveTickets(tickets: Partial<Ticket>[], unlisted: Ticket[] = [], user = DRIVER) {
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(user);
    const all = tickets.map((overrides, index) =>
      aTicket({ id: index + 1, userId: DRIVER.id, ...overrides }),
    );
    if (path.startsWith("/api/tickets/")) return { body: all };
    if (path.startsWith("/api/court-appearances/"))
      return {
        body: [...all.filter((ticket) => ticket.isCourtRequired), ...unlisted].map(anAppearance),
      };
    if (path.startsWith("/api/driving-profile/"))
      return { body: { status: "Active", currentPoints: 0, totalPoints: 11 } };
    return undefined;
  });
}

/** Renders the page with the full list. */
async function renderFullList(...tickets: Partial<Ticket>[]) {
  serveTickets(tickets);
  openScreen(<DuePage />, { user: DRIVER });
  const region = await screen.findByRole("region", { name: "Due Dates and Court Dates" });
  await waitFor(() => expect(within(region).queryByText(/Loading/)).toBeNull());
  return within(region);
}

it("shows what the driver added while staff are preparing the record", async () => {
  serveTickets([{ dueDate: "2026-12-01" }], [], NEW_DRIVER);
  openScreen(<DuePage />, { user: NEW_DRIVER });
  expect((await screen.findByRole("listitem")).textContent).toContain("Speeding");
  expect(screen.getByText("Until it’s ready, this list has only what you added.")).toBeTruthy();
});

it("says that an empty record is still being prepared", async () => {
  serveTickets([], [], NEW_DRIVER);
  openScreen(<DuePage />, { user: NEW_DRIVER });
  await screen.findByText("Everything you owe shows up here once your record is ready.");
});

it("says whether a sum is fully or partly estimated", async () => {
  const list = await renderFullList(
    { dueDate: "2026-12-01" },
    { dueDate: "2026-12-20", isEstimated: true },
  );
  const sums = list.getAllByText(/ unpaid,/).map((sum) => sum.textContent);
  expect(sums).toEqual([
    "2 unpaid, $300 (partly estimated)",
    "1 unpaid, $150",
    "1 unpaid, $150 (estimated)",
  ]);
});

it("shows a mandatory court appearance without a date, and offers a lawyer", async () => {
  const list = await renderFullList(court({ courtDate: null }));
  expect(list.getByRole("listitem").textContent).toContain("Court required · date not set yet");
  expect(list.getByRole("link", { name: /Hire Lawyer/ })).toBeTruthy();
});

it("offers Help instead of a payment for a ticket whose court date has passed", async () => {
  const list = await renderFullList(court({ courtDate: "2026-11-27" }));
  expect(list.getByRole("listitem").textContent).toContain(
    "Court date was Nov 27 · get help with next steps",
  );
  expect(list.queryByRole("link", { name: /Pay/ })).toBeNull();
  fireEvent.click(list.getByRole("button", { name: /Get help/ }));
  expect(isHelpOpen()).toBe(true);
  setHelp(false);
});

it("explains why a court ticket can't be paid by card, and opens its details", async () => {
  const list = await renderFullList(
    court({ mayHireLawyer: false, mayPay: false, countsAsDue: false, notPayable: "too_small" }),
  );
  expect(list.getByText(/You can’t pay less than \$0.50 by card here/)).toBeTruthy();
  fireEvent.click(list.getByRole("button", { name: /See details/ }));
  expect((await screen.findByRole("dialog")).textContent).toContain("Violation Information");
});

it("still shows the court appearance of a paid ticket, even if the ticket is no longer listed", async () => {
  const paid = { standing: "paid", isPaid: true, countsAsDue: false, mayPay: false } as const;
  serveTickets([court({ ...paid, courtDate: "2026-12-02" })], [court({ id: 9, courtDate: null })]);
  openScreen(<DuePage />, { user: DRIVER });
  const [listed, unlisted] = await screen.findAllByRole("listitem");
  expect(listed?.textContent).toContain("Court required · Dec 2 · in 4 days");
  expect(listed?.textContent).toContain("Paid");
  expect(unlisted?.textContent).toContain("Court required · date not set yet");
  expect(unlisted?.textContent).toContain("Speeding");
});

it("says that something may be due if the court appearances fail to load", async () => {
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(DRIVER);
    return path.startsWith("/api/court-appearances/") ? { status: 503, body: {} } : undefined;
  });
  openScreen(<DuePage />, { user: DRIVER });
  await screen.findByText("Part of your record didn’t load, so we don’t know if anything is due.");
});

it("groups all due items and shows a sum for each group with unpaid items", async () => {
  const list = await renderFullList(
    court({ id: 1, ...WITH_LAWYER }),
    { id: 2, dueDate: "2026-11-20", fine: "40.00", isOverdue: true },
    { id: 3, dueDate: "2026-11-21", fine: "60.00", isOverdue: true },
  );
  expect(list.getAllByRole("heading").map((h) => h.parentElement?.textContent)).toEqual([
    "Due Dates and Court Dates2 unpaid, $100",
    "Court",
    "Overdue2 unpaid, $100",
  ]);
});

it("links to all due items if the profile hides a fourth court date", async () => {
  serveTickets([1, 2, 3, 4].map((day) => court({ id: day, ...WITH_LAWYER })));
  const Requests = () => null;
  openScreen(<ProfilePage Requests={Requests} loadOffer={() => new Promise(() => undefined)} />, {
    user: DRIVER,
  });
  const link = await screen.findByRole("link", { name: "1 more court date" });
  expect(screen.queryByRole("heading", { name: "Court" })).toBeNull();
  expect(link.getAttribute("href")).toBe("/due");
});

it.each<[string, Partial<Ticket>, string, string]>([
  ["paid", { standing: "paid", isPaid: true }, "You’re all caught up", "Nothing is due."],
  ["with a lawyer", WITH_LAWYER, "You’re all caught up", "A lawyer is working on 1 ticket."],
  [
    "without a lawyer yet",
    { ...WITH_LAWYER, awaitsLawyer: true },
    "Nothing to do here right now",
    "No lawyer represents you yet on 1 ticket. Its due date and court date still apply.",
  ],
  [
    "disputed",
    { isDisputed: true },
    "Nothing to do here right now",
    "A disputed ticket is still open.",
  ],
])(
  "explains that nothing is due when the only ticket is %s",
  async (_what, overrides, title, text) => {
    const list = await renderFullList({ countsAsDue: false, mayPay: false, ...overrides });
    expect(list.getByText(title)).toBeTruthy();
    expect(list.getByText(text, { exact: false })).toBeTruthy();
    if (overrides.standing !== "paid") expect(list.queryByText(/Nothing is due/)).toBeNull();
  },
);

it("retries a list that failed to load on the page of all due items", async () => {
  let fails = true;
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(DRIVER);
    if (!path.startsWith("/api/tickets/")) return undefined;
    return fails ? { status: 503, body: {} } : { body: [aTicket({ userId: DRIVER.id })] };
  });
  openScreen(<DuePage />, { user: DRIVER });
  await screen.findByText("Part of your record didn’t load, so we don’t know if anything is due.");
  fails = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: /Pay/ });
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
