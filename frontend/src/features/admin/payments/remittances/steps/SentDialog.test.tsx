// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ApiError } from "@/api/client";
import { aRemittance } from "@/testing/samplePayments";
import * as calls from "../calls";
import SentDialog from "./SentDialog";

vi.mock("../calls");

const PREPARED = aRemittance();

const ASKED = {
  code: "refunded_since_file",
  message: "For each one, choose whether it was sent.",
  refunded: [
    { paymentId: 5, confirmationNumber: "CONF-23456789AB", inFile: "150.00", sendable: "110.00" },
  ],
};

it("asks whether staff sent a payment that was refunded after the last download", async () => {
  vi.mocked(calls.postRemittanceSent)
    .mockRejectedValueOnce(new ApiError(409, "Conflict", JSON.stringify(ASKED)))
    .mockResolvedValueOnce({ ...PREPARED, status: "sent" });
  const onOpenChange = vi.fn();
  render(<SentDialog open onOpenChange={onOpenChange} remittance={PREPARED} />);
  const record = () => fireEvent.click(screen.getByRole("button", { name: "Record as sent" }));
  fireEvent.change(screen.getByLabelText("Sent on"), { target: { value: "2026-11-03" } });
  fireEvent.change(screen.getByLabelText("Reference"), { target: { value: "ACH 4711" } });
  record();
  const choice = await screen.findByLabelText(/^CONF-23456789AB: \$150\.00 in the file/);
  await screen.findByText(/Choose what you did with each one/);
  record();
  await screen.findByText("Choose what you did with this payment.");
  expect(calls.postRemittanceSent).toHaveBeenCalledTimes(1);
  fireEvent.change(choice, { target: { value: "left_out" } });
  record();
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
  const body = { sentOn: "2026-11-03", reference: "ACH 4711" };
  expect(vi.mocked(calls.postRemittanceSent).mock.calls).toEqual([
    [7, { ...body, refunded: [] }],
    [7, { ...body, refunded: [{ paymentId: 5, was: "left_out" }] }],
  ]);
});
