// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CourtAppearance, ItemOptions, Ticket } from "@/api/types";
import { openScreen, serve, sessionResponse } from "@/testing/openScreen";
import { aSourcedText, someOptions } from "@/testing/options";
import { aTicket } from "@/testing/sampleItems";
import { CONFIG, USER } from "@/testing/sampleRecords";
import PaymentPage from "../../PaymentPage";

vi.mock("../card/PaymentArea", () => ({ PaymentArea: () => <p>The card form</p> }));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-05T15:00:00-05:00") });
});
afterEach(() => vi.useRealTimers());

const PLEA = "/payment?type=ticket&amount=150.00&id=1";
const SEND_TEXT = "By Nov 9, we’ll send your payment to the issuing agency.";

const NO_RULES = { place: null, paying: null };

function renderPlea(
  overrides: Partial<Ticket>,
  at = PLEA,
  appearances: CourtAppearance[] = [],
  options: Partial<ItemOptions> = NO_RULES,
) {
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(USER);
    if (path === "/api/config") return { body: { ...CONFIG, legalHelp: [] } };
    if (path.startsWith("/api/court-appearances/")) return { body: appearances };
    if (path.endsWith("/options")) return { body: someOptions(options) };
    if (path.startsWith("/api/tickets/"))
      return { body: [aTicket({ userId: USER.id, ...overrides })] };
    return undefined;
  });
  openScreen(<PaymentPage />, { user: USER, at });
}

it("says when the agency gets the money, before the driver pays", async () => {
  renderPlea({});
  await screen.findByText(SEND_TEXT);
  expect(screen.queryByText(/after the due date/)).toBeNull();
});

it.each(["", "&step=pay"])(
  "names the registered authority that gets the money, at the plea and at the checkout: %j",
  async (step) => {
    renderPlea({ dueDate: null, authority: "City of Austin", issuer: "AUSTIN PD" }, PLEA + step);
    await screen.findByText("By Nov 9, we’ll send your payment to City of Austin.");
  },
);

it.each([
  ["2026-11-09", false],
  ["2026-11-08", true],
])("warns only if the money is sent after the due date: %s", async (dueDate, isLate) => {
  renderPlea({ dueDate });
  await screen.findByText(SEND_TEXT);
  expect(screen.queryByText(/^That’s after the due date, Nov 8\./) !== null).toBe(isLate);
});

it("shows the date of sending and the late-payment warning at the checkout", async () => {
  renderPlea({ dueDate: "2026-11-06" }, `${PLEA}&step=pay`);
  await screen.findByText(SEND_TEXT);
  expect(screen.getByText(/^That’s after the due date, Nov 6\./)).toBeTruthy();
});

it.each([
  [true, "A guilty plea, 1 point"],
  [false, "A guilty plea"],
])("shows points only in a state that counts points: %s", async (hasPoints, text) => {
  renderPlea({ points: 1 }, PLEA, [], { ...NO_RULES, hasPoints });
  await screen.findByText(text);
});

it("names the court and its state", async () => {
  const court = { id: 1, name: "El Paso Municipal Court", state: "Texas", county: null };
  renderPlea({ court, courtState: "Texas" });
  await screen.findByText("El Paso Municipal Court, Texas");
});

it("says that the amount is estimated and the ticket disputed", async () => {
  renderPlea({ isEstimated: true, isDisputed: true });
  await screen.findByText("This amount is an estimate. The court may set a different one.");
  expect(
    screen.getByText(
      "You’re disputing this ticket. Pay it only if you no longer want to contest it.",
    ),
  ).toBeTruthy();
});

it("shows no note on a ticket that is neither estimated nor disputed", async () => {
  renderPlea({});
  await screen.findByText(SEND_TEXT);
  expect(screen.queryByText(/estimated|disputing/)).toBeNull();
});

it("offers a lawyer, and says what is refunded and what is still owed if the case is lost", async () => {
  renderPlea({});
  fireEvent.click(await screen.findByRole("button", { name: "Dispute" }));
  expect(
    screen.getByText(
      "If your lawyer doesn’t win your case, we refund what you paid for the lawyer, but you still owe the fine.",
    ),
  ).toBeTruthy();
});

it("shows what a lawyer costs compared with an estimated fine", async () => {
  renderPlea({ isEstimated: true });
  fireEvent.click(await screen.findByRole("button", { name: "Dispute" }));
  await screen.findByText("for a lawyer, half the estimated $150 fine");
});

it("offers a retry instead of a lawyer if the legal-help settings fail to load", async () => {
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(USER);
    if (path === "/api/config") return { status: 500, body: { message: "Down" } };
    if (path.startsWith("/api/court-appearances/")) return { body: [] };
    if (path.endsWith("/options")) return { body: someOptions(NO_RULES) };
    return path.startsWith("/api/tickets/") ? { body: [aTicket({ userId: USER.id })] } : undefined;
  });
  openScreen(<PaymentPage />, { user: USER, at: PLEA });
  fireEvent.click(await screen.findByRole("button", { name: "Dispute" }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByRole("button", { name: "Try again" });
  expect(dialog.textContent).not.toMatch(/refund/);
});

it("explains why no lawyer is offered for the court", async () => {
  renderPlea({ mayHireLawyer: false, lawyerUnavailable: "no_lawyer_for_court" } as never);
  await screen.findByText("No lawyer takes cases in this court right now.");
  expect(screen.queryByRole("button", { name: "Dispute" })).toBeNull();
});

it("says that paying doesn't cancel a mandatory court date", async () => {
  renderPlea({ isCourtRequired: true, courtDate: "2026-11-28" }, PLEA, [
    { ticketId: 1, violationType: "Speeding", courtDate: "2026-11-28", courtTime: null },
  ]);
  await screen.findByText(
    "Paying doesn’t cancel your court date. You must still appear on Nov 28.",
  );
});

it("says for a paid ticket that paying doesn't cancel the court appearance", async () => {
  renderPlea({ standing: "paid", isPaid: true, mayPay: false, isCourtRequired: true }, PLEA, [
    { ticketId: 1, violationType: "Speeding", courtDate: null, courtTime: null },
  ]);
  await screen.findByText(
    "Paying doesn’t cancel your court appearance. We don’t have the court date. Check your ticket or ask the court.",
  );
});

it("doesn't mention court if the driver has no open court appearance", async () => {
  renderPlea({ isCourtRequired: true, courtDate: "2026-11-28" });
  await screen.findByText(SEND_TEXT);
  expect(screen.queryByText(/cancel your court/)).toBeNull();
});

it("says below the plea sentence what paying means under the court's rules, and links to all options", async () => {
  renderPlea({}, PLEA, [], { paying: aSourcedText() });
  const means = await screen.findByText(/^In Texas, paying is recorded as a no-contest plea\./);
  const plea = screen.getByText("If you pay this ticket, you are agreeing to a plea of guilt.");
  expect(plea.nextElementSibling).toBe(means);
  const link = screen.getByRole("link", { name: "See all options" });
  expect(link.getAttribute("href")).toBe("/driving-profile/options?type=ticket&id=1");
  expect(link.compareDocumentPosition(plea)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it("opens without the text about what paying means if that text fails to load", async () => {
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(USER);
    if (path === "/api/config") return { body: { ...CONFIG, legalHelp: [] } };
    if (path.endsWith("/options")) return { status: 503, body: {} };
    if (path.startsWith("/api/tickets/")) return { body: [aTicket({ userId: USER.id })] };
    return undefined;
  });
  openScreen(<PaymentPage />, { user: USER, at: PLEA });
  await screen.findByText(SEND_TEXT);
  expect(screen.queryByText(/no-contest/)).toBeNull();
});
