// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import type { OpenRefund } from "@/api/types";
import { openScreen, STAFF, serve } from "@/testing/openScreen";
import MoneyPage from "./MoneyPage";

vi.mock("../queue/view/QueueDesk", () => ({
  QueueDesk: ({ children }: { children: ReactNode }) => children,
}));

const REST: OpenRefund = {
  refund: {
    id: 7,
    paymentId: 5,
    amount: "80.00",
    status: "refused",
    needsDecision: true,
    reason: "charged_back_in_part",
    sentence: "Your bank took back part of this payment, so we’re returning the rest.",
    guaranteePayer: null,
    requestedBy: null,
    providerRefundId: null,
    providerWords: null,
    createdAt: "2026-11-20T12:00:00Z",
    updatedAt: "2026-11-20T12:00:00Z",
    backAt: null,
  },
  userId: 2,
  type: "ticket",
  itemId: 3,
  confirmationNumber: "CONF-ABCDEFGHJK",
};

it("lets staff retry a refund or record it as sent another way after a partial chargeback", async () => {
  const requests = serve(({ method }) =>
    method === "POST"
      ? { body: { ...REST.refund, status: "succeeded", needsDecision: false } }
      : { body: { lost: [], refunds: [REST], events: [], orphans: [], closed: [] } },
  );
  openScreen(<MoneyPage />, { user: STAFF });
  const box = within(await screen.findByRole("region", { name: "Unfinished refunds" }));
  await box.findByText("Needs a decision");
  box.getByRole("button", { name: "Record refund as sent another way: refund 7" });
  fireEvent.click(box.getByRole("button", { name: "Refund 7" }));
  await waitFor(() =>
    expect(requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
      "/api/admin/refunds/7/retry",
    ]),
  );
});

it("shows the server’s reason when it refuses to retry a refund", async () => {
  const message = "The driver’s bank has this money.";
  serve(({ method }) =>
    method === "POST"
      ? { status: 409, body: { code: "taken_by_bank", message } }
      : { body: { lost: [], refunds: [REST], events: [], orphans: [], closed: [] } },
  );
  openScreen(<MoneyPage />, { user: STAFF });
  fireEvent.click(await screen.findByRole("button", { name: "Refund 7" }));
  expect((await screen.findByRole("alert")).textContent).toContain(message);
});

it("doesn’t claim that the refund failed when the provider can’t be reached", async () => {
  serve(({ method }) =>
    method === "POST"
      ? { status: 503, body: { code: "payment_provider_down", message: "It is down." } }
      : { body: { lost: [], refunds: [REST], events: [], orphans: [], closed: [] } },
  );
  openScreen(<MoneyPage />, { user: STAFF });
  fireEvent.click(await screen.findByRole("button", { name: "Refund 7" }));
  expect((await screen.findByRole("alert")).textContent).toContain(
    "We couldn’t confirm the refund.",
  );
});
