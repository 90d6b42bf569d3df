// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PaymentTransaction } from "@/api/types";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import TransactionsPage from "./TransactionsPage";

const PAID: PaymentTransaction = {
  id: 9,
  paymentId: 5,
  userId: 3,
  driverName: "Alex Doe",
  paymentType: "traffic_ticket",
  ticketId: 4,
  itemId: 4,
  violationType: "Speeding",
  amount: "110.00",
  processingFee: "3.30",
  ourFee: "11.00",
  refunded: "0.00",
  confirmationNumber: "CONF-23456789AB",
  createdAt: "2026-10-31T12:00:00Z",
  recordedAt: "2026-11-02T12:00:00Z",
  status: "Completed",
};

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
  expect(fact("Charged")).toContain("Oct 31");
  expect(fact("Recorded")).toContain("Nov 2");
});
