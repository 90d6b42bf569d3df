// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import type { LostPayment } from "@/api/types";
import * as calls from "../calls";
import { LostPayments } from "./LostPayments";

vi.mock("../calls");

const LOST: LostPayment = {
  intentId: "pi_1",
  amount: "150.00",
  confirmationNumber: "CONF-AAAAAAAAAA",
  userId: 7,
  driverName: "Ann",
  type: "ticket",
  itemId: 3,
  label: "Speeding",
  fitting: [],
  startedAt: "2026-11-20T12:00:00Z",
  seenAt: "2026-11-20T13:00:00Z",
  providerUrl: "https://dashboard.stripe.com/test/payments/pi_1",
};
const { type: _type, itemId: _item, label: _label, ...OLDER } = LOST;

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(calls.postRebuiltPayment).mockResolvedValue({
    paymentId: 1,
    confirmationNumber: LOST.confirmationNumber,
    isSettled: true,
  });
});

async function rebuild(lost: LostPayment, onDone = vi.fn()) {
  render(<LostPayments lost={[lost]} onDone={onDone} />, { wrapper: MemoryRouter });
  fireEvent.click(
    screen.getByRole("button", { name: `Rebuild payment ${lost.confirmationNumber}` }),
  );
  const dialog = within(await screen.findByRole("dialog"));
  return {
    dialog,
    onDone,
    save: () => fireEvent.click(dialog.getByRole("button", { name: "Rebuild payment" })),
  };
}

it("shows nothing when no payment is missing", () => {
  const { container } = render(<LostPayments lost={[]} onDone={vi.fn()} />);
  expect(container.textContent).toBe("");
});

it("shows the driver and item, and rebuilds the payment after a confirmation", async () => {
  const { save, onDone } = await rebuild(LOST);
  const box = within(
    screen.getByRole("region", { name: "Payments missing after a restore", hidden: true }),
  );
  expect(box.getByText("$150.00 · Ticket 3 · Speeding")).toBeTruthy();
  expect(box.getByText("Ann")).toBeTruthy();
  save();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(calls.postRebuiltPayment).toHaveBeenCalledWith({ intentId: "pi_1" });
});

it("asks staff to choose the paid item if the payment doesn't name an item", async () => {
  const fitting = [{ type: "parking", itemId: 9, label: "Expired meter" } as const];
  const { dialog, save, onDone } = await rebuild({ ...OLDER, fitting });
  save();
  await dialog.findByText("Choose the item the driver paid.");
  expect(calls.postRebuiltPayment).not.toHaveBeenCalled();
  fireEvent.change(dialog.getByLabelText("Paid item"), { target: { value: "parking 9" } });
  save();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(calls.postRebuiltPayment).toHaveBeenCalledWith({
    intentId: "pi_1",
    type: "parking",
    itemId: 9,
  });
});
