// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openScreen, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import HistoryPage from "./HistoryPage";

const DAY = 86_400_000;
const PAID = Array.from({ length: 60 }, (_, at) => ({
  type: "toll",
  itemId: at + 1,
  citationNumber: null,
  issuer: null,
  transactionId: at + 1,
  hireId: null,
  label: `Road ${at + 1}`,
  amount: "6.40",
  confirmationNumber: `CONF-${String(at).padStart(10, "2")}`,
  card: null,
  paidAt: new Date(Date.UTC(2026, 9, 30, 12) - at * DAY).toISOString(),
  status: "Completed",
  refunded: "0.00",
  refundReason: null,
  trail: null,
  billedAgain: null,
}));
const rows = () => screen.getAllByText(/^Road \d+$/);
const clickText = (name: string) => fireEvent.click(screen.getByText(name));

it("loads a long history page by page, and retries a page that failed", async () => {
  let isDown = false;
  serve(({ path, query }) => {
    if (path === "/api/session") return sessionResponse(USER);
    if (isDown || path !== `/api/payment-history/${USER.id}`) return null;
    const [limit, offset] = [Number(query.get("limit")), Number(query.get("offset"))];
    return { body: PAID.slice(offset, offset + limit) };
  });
  openScreen(<HistoryPage />, { at: "/payments" });
  await waitFor(() => expect(rows()).toHaveLength(25));
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("October 2026");
  expect(screen.getAllByRole("button", { name: /^Copy.*confirmation number CONF-/ })).toHaveLength(
    25,
  );
  isDown = true;
  clickText("Load more");
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Nothing was lost. Please try again.",
  );
  expect(rows()).toHaveLength(25);
  isDown = false;
  clickText("Try again");
  await waitFor(() => expect(rows()).toHaveLength(50));
  clickText("Load more");
  await waitFor(() => expect(rows()).toHaveLength(60));
  expect(screen.queryByText("Load more")).toBeNull();
});

it("shows no rows of the previous filter when the new filter fails to load", async () => {
  serve(({ path, query }) => {
    if (path === "/api/session") return sessionResponse(USER);
    return query.get("type") === "toll" ? null : { body: PAID.slice(0, 3) };
  });
  openScreen(<HistoryPage />, { at: "/payments" });
  await waitFor(() => expect(rows()).toHaveLength(3));
  clickText("Tolls");
  await screen.findByText("Try again");
  expect(screen.queryByText(/^Road/)).toBeNull();
});

it("shows a refunded payment and the payment that staff recorded for its item as two rows", async () => {
  const settled = { ...PAID[0], transactionId: null };
  const recorded = { ...settled, confirmationNumber: null, status: "Recorded" };
  const consoleError = vi.spyOn(console, "error").mockReturnValue();
  serve(({ path, query }) => {
    if (path === "/api/session") return sessionResponse(USER);
    const all = [{ ...settled, status: "Refunded", refunded: "6.40" }, recorded];
    return { body: query.get("type") === "toll" ? PAID.slice(5, 6) : all };
  });
  openScreen(<HistoryPage />, { at: "/payments" });
  await waitFor(() => expect(rows()).toHaveLength(2));
  clickText("Tolls");
  await screen.findByText("Road 6");
  expect(rows()).toHaveLength(1);
  expect(consoleError).not.toHaveBeenCalled();
});

it("shows a payment without an item as a pending refund, with the reason", async () => {
  const refundReason = "The ticket was removed before your payment arrived.";
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(USER);
    return { body: [{ ...PAID[0], status: "Refund Pending", refundReason }] };
  });
  openScreen(<HistoryPage />, { at: "/payments" });
  await screen.findByText("Refund pending");
  expect(screen.getByText(refundReason)).toBeTruthy();
  expect(screen.queryByText("Completed")).toBeNull();
});

it("shows the issuer and number of the paid citation if they are on file", async () => {
  const citation = { issuer: "City of Austin", citationNumber: "AB 12-3" };
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(USER);
    return { body: [{ ...PAID[0], ...citation }, PAID[1]] };
  });
  openScreen(<HistoryPage />, { at: "/payments" });
  await screen.findByText("Toll · City of Austin AB 12-3");
  expect(screen.getAllByText(/^Toll\b/, { selector: "p" }).map((one) => one.textContent)).toEqual([
    "Toll · City of Austin AB 12-3",
    "Toll",
  ]);
});

it("shows the outcome of a second bill for a refunded payment, but doesn't offer the letter for the court or agency", async () => {
  const billedAgain = {
    id: 4,
    openedAt: "2026-10-20T12:00:00Z",
    settledAt: "2026-10-25T12:00:00Z",
    outcome: "refunded" as const,
    note: "The court lost it.",
  };
  const refunded = { ...PAID[0], status: "Refunded" as const, refunded: "6.40", billedAgain };
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(USER);
    return path === `/api/payment-history/${USER.id}` ? { body: [refunded] } : null;
  });
  openScreen(<HistoryPage />, { at: "/payments" });
  await screen.findByText(/We refunded your payment\..*Note from our staff: The court lost it\./);
  expect(screen.queryByText("Letter for the court or agency")).toBeNull();
  expect(screen.queryByRole("button", { name: /billed again|another bill/ })).toBeNull();
});
