// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/client";
import type { StatusRequest } from "@/api/types";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import * as calls from "./calls";
import EraseDialog from "./EraseDialog";
import { LicenseStatusForm } from "./LicenseStatusForm";
import { RevealForm } from "./RevealForm";

vi.mock("./calls");

const REQUEST = { ...USER, lastFourSSN: "****" } as unknown as StatusRequest;
const REASON = "The license office asks for them";

afterEach(() => vi.useRealTimers());

it("shows the SSN digits for one minute, then hides them", async () => {
  vi.useFakeTimers();
  vi.mocked(calls.postRevealSsnDigits).mockResolvedValue({ lastFourSSN: "4821" });
  const onOver = vi.fn();
  render(<RevealForm request={REQUEST} onHidden={onOver} onCancel={vi.fn()} />);
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: REASON } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Reveal" })));
  expect(calls.postRevealSsnDigits).toHaveBeenCalledWith(USER.id, REASON);
  expect(screen.getByLabelText("SSN digits").textContent).toBe("4821");
  await act(async () => vi.advanceTimersByTime(58_000));
  expect(screen.getByLabelText("SSN digits").textContent).toBe("4821");
  expect(onOver).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(screen.queryByLabelText("SSN digits")).toBeNull();
  expect(onOver).toHaveBeenCalled();
});

it("shows a toast and the server's reason when the license status can't be changed", async () => {
  serve(() => sessionResponse(STAFF));
  const refusal = JSON.stringify({ code: "already_solved", message: "Already solved." });
  vi.mocked(calls.postSettleStatusRequest).mockRejectedValue(new ApiError(409, "", refusal));
  const request = { ...REQUEST, lastFourSSN: null, isSolved: false };
  openScreen(<LicenseStatusForm request={request} />, { user: STAFF });
  fireEvent.change(screen.getByLabelText("License status"), { target: { value: "active" } });
  fireEvent.click(screen.getByText("Save and mark solved"));
  expect((await screen.findByRole("alert")).textContent).toContain("Already solved.");
  expect(toastItems()[0]).toMatchObject({
    title: "Error",
    description: "Failed to update license status.",
  });
});

it("sends the time of the status request that staff saw", async () => {
  serve(() => sessionResponse(STAFF));
  vi.mocked(calls.postSettleStatusRequest).mockResolvedValue(USER as never);
  const request = { ...REQUEST, isSolved: false, statusRequestedAt: "2026-11-20T10:00:00.000001Z" };
  openScreen(<LicenseStatusForm request={request} />, { user: STAFF });
  fireEvent.change(screen.getByLabelText("License status"), { target: { value: "active" } });
  fireEvent.click(screen.getByText("Save, mark solved and erase SSN digits"));
  await vi.waitFor(() => expect(calls.postSettleStatusRequest).toHaveBeenCalled());
  expect(vi.mocked(calls.postSettleStatusRequest).mock.lastCall?.[1]).toMatchObject({
    requestedAt: request.statusRequestedAt,
  });
});

it("erases the digits of the request that the dialog showed first, not of a newer one", () => {
  const newer = { ...REQUEST, statusRequestedAt: "2026-11-21T10:00:00Z" };
  const onConfirm = vi.fn();
  const dialog = (request: StatusRequest) => (
    <EraseDialog open onOpenChange={vi.fn()} requests={[request]} onConfirm={onConfirm} />
  );
  const { rerender } = render(dialog(REQUEST));
  rerender(dialog(newer));
  fireEvent.click(screen.getByRole("button", { name: "Mark solved and erase" }));
  expect(onConfirm).toHaveBeenCalledWith([REQUEST]);
});
