// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { aTransaction } from "@/testing/samplePayments";
import TransactionsPage from "./TransactionsPage";

const PAID = aTransaction({
  id: 9,
  createdAt: "2026-10-31T12:00:00Z",
  recordedAt: "2026-11-02T12:00:00Z",
});

it("shows when the card was charged and when the payment was recorded", async () => {
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === "/api/payment-transactions")
      return { body: [PAID], headers: { "x-total-count": "1" } };
    return path.endsWith("/summary") ? { status: 503, body: {} } : undefined;
  });
  openScreen(<TransactionsPage />, { user: STAFF, at: "/admin/payment-transactions?row=9" });
  const drawer = within(await screen.findByRole("region", { name: "Transaction 9" }));
  const fact = (name: string) => drawer.getByText(name).nextElementSibling?.textContent;
  expect(fact("Card charged")).toContain("Oct 31");
  expect(fact("Recorded in Lanewise")).toContain("Nov 2");
});
