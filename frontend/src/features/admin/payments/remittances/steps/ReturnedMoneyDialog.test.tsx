// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Obligation } from "@/api/types";
import * as calls from "../calls";
import ReturnedMoneyDialog from "./ReturnedMoneyDialog";

vi.mock("../calls");

/** A payment that was sent and then partly refunded. */
const SENT: Obligation = {
  paymentId: 5,
  type: "ticket",
  itemId: 3,
  userId: 2,
  driverName: "Ann Lee",
  label: "Speeding",
  number: null,
  confirmationNumber: "CONF-23456789AB",
  payee: { kind: "authority", id: 3, name: "New York City" },
  issuer: "NYC",
  status: "sent",
  remittanceId: 7,
  amount: "150.00",
  toRecover: "0.00",
  withPayee: "100.00",
  isHeldBack: false,
  chargedAt: "2026-11-03T12:00:00Z",
  sendBy: "2026-11-05T12:00:00Z",
  acceptedOn: null,
  lateness: null,
};

it("records only the amount that the authority still has after a partial refund", async () => {
  render(<ReturnedMoneyDialog open onOpenChange={vi.fn()} obligation={SENT} />);
  expect(screen.getByText(/New York City returned all \$100\.00 for CONF-23456789AB/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText("How it was returned"), {
    target: { value: "Check 1042" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Record" }));
  await waitFor(() =>
    expect(calls.postReturnedMoney).toHaveBeenCalledWith(SENT, "100.00", "Check 1042"),
  );
});
