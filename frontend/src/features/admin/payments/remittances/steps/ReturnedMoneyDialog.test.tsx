// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { anObligation } from "@/testing/samplePayments";
import * as calls from "../calls";
import ReturnedMoneyDialog from "./ReturnedMoneyDialog";

vi.mock("../calls");

/** A payment that was sent and then partly refunded. */
const SENT = anObligation({ status: "sent", withPayee: "100.00" });

it("records only the amount that the authority still has after a partial refund", async () => {
  render(<ReturnedMoneyDialog open onOpenChange={vi.fn()} obligation={SENT} />);
  expect(
    screen.getByText(/City of Houston returned all \$100\.00 for CONF-23456789AB/),
  ).toBeTruthy();
  fireEvent.change(screen.getByLabelText("How it was returned"), {
    target: { value: "Check 1042" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Record" }));
  await waitFor(() =>
    expect(calls.postReturnedMoney).toHaveBeenCalledWith(SENT, "100.00", "Check 1042"),
  );
});
