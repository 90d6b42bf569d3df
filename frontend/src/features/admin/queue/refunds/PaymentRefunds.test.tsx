// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { expect, it, vi } from "vitest";
import { SWR_CONFIG } from "@/api/useRead";
import type { Refund } from "@/api/types";
import { type FakeResponse, serve } from "@/testing/openScreen";
import { callsShowing } from "../../desk/live/liveLists";
import { refresh } from "../../desk/live/refresh";
import { PaymentRefunds } from "./PaymentRefunds";

const CHANGED = {
  code: "changed_meanwhile",
  message: "A colleague changed this since you opened it. Your changes weren’t saved.",
};

const REFUND: Refund = {
  id: 2,
  paymentId: 5,
  amount: "20.00",
  status: "succeeded",
  needsDecision: false,
  reason: "by_staff",
  guaranteePayer: null,
  sentence: "The court lowered your fine.",
  requestedBy: 1,
  providerRefundId: "re_2",
  providerWords: null,
  createdAt: "2026-11-20T12:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
  backAt: "2026-11-20T12:00:00Z",
};

let paymentId = 0;

/** A payment of $110. The fake server accepts a refund only if the request has the correct remaining amount. */
function renderRefunds() {
  paymentId += 1;
  const state = { left: "110.00" };
  const requests = serve(({ method, body }): FakeResponse => {
    if (method === "GET")
      return {
        body: {
          chargebacks: [],
          refunds: [],
          received: "110.00",
          refunded: "0.00",
          mayRefund: true,
          ...state,
        },
      };
    if ((body as { left: string }).left !== state.left) return { status: 409, body: CHANGED };
    return { status: 201, body: REFUND };
  });
  // Uses the cache shared by all pages, because live updates refresh only that cache. Each test has its own payment, so
  // that no test reads another test's data.
  render(
    <MemoryRouter>
      <SWRConfig value={{ ...SWR_CONFIG, dedupingInterval: 0 }}>
        <PaymentRefunds paymentId={paymentId} kind="lawyer" lists={["/api/lawyer-hires"]} />
      </SWRConfig>
    </MemoryRouter>,
  );
  const sent = () => requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  const reads = () => requests.filter(({ method }) => method === "GET").length;
  return { state, sent, reads };
}

async function dialogOpen() {
  fireEvent.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = within(await screen.findByRole("dialog"));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  type("Amount", "20.00");
  type("Reason", "The court lowered your fine.");
  return { dialog, send: () => fireEvent.click(dialog.getByRole("button", { name: "Refund" })) };
}

it("shows the new remaining amount after a colleague's refund, and sends it with the next attempt", async () => {
  const { state, sent } = renderRefunds();
  const { dialog, send } = await dialogOpen();
  dialog.getByText(/up to \$110\.00/);
  state.left = "60.00";
  send();
  await dialog.findByText(CHANGED.message);
  dialog.getByText(/up to \$60\.00/);
  expect(dialog.getByLabelText<HTMLInputElement>("Amount").value).toBe("20.00");
  send();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent()).toMatchObject([{ left: "110.00" }, { left: "60.00", amount: "20.00" }]);
});

it("shows the last known remaining amount if it can't be reloaded after a conflict", async () => {
  const { state } = renderRefunds();
  const { dialog, send } = await dialogOpen();
  state.left = "60.00";
  const answering = fetch;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if ((init.method ?? "GET") === "GET") throw new TypeError("fetch failed");
    return answering(url, init);
  });
  send();
  await dialog.findByText(CHANGED.message);
  dialog.getByText(/up to \$110\.00/);
});

it.each(["lawyer_hire", "payment_transaction", "chargeback"])(
  "reloads the refunds when a colleague changes a %s, but leaves an open dialog unchanged",
  async (kind) => {
    const { state, reads, sent } = renderRefunds();
    const { dialog, send } = await dialogOpen();
    const before = reads();
    state.left = "60.00";
    await refresh(...callsShowing([], [kind]));
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
    dialog.getByText(/up to \$110\.00/);
    send();
    await dialog.findByText(/up to \$60\.00/);
    expect(sent()).toMatchObject([{ left: "110.00" }]);
  },
);
