// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { OpenMoneyCases } from "@/api/types";
import * as calls from "./calls";
import { MoneyProblems } from "./MoneyProblems";

vi.mock("./calls");
vi.mock("../desk/live/useMemberNames", () => ({ useMemberNames: () => () => "Ann" }));

const OF: OpenMoneyCases = {
  lost: [],
  refunds: [],
  orphans: [
    {
      intentId: "pi_stray",
      amount: "150.50",
      currency: "usd",
      reason: "payment",
      seenAt: "2026-11-20T12:00:00Z",
      providerUrl: "https://dashboard.stripe.com/test/payments/pi_stray",
    },
  ],
  events: [{ providerEventId: "evt_1", type: "some.kind", receivedAt: "2026-11-21T12:00:00Z" }],
  closed: [
    {
      id: 1,
      kind: "orphan",
      providerId: "pi_old",
      how: "Refunded at the provider",
      closedBy: 2,
      closedAt: "2026-11-22T12:00:00Z",
    },
  ],
};

const box = (name: string) => within(screen.getByRole("region", { name }));

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(calls.postResolvedProblem).mockResolvedValue(OF.closed[0] as (typeof OF.closed)[0]);
});

it("lists open problems and recently closed ones", () => {
  render(<MoneyProblems cases={OF} onDone={vi.fn()} />);
  expect(box("Payments that don’t match our records").getByText("150.50 USD")).toBeTruthy();
  expect(
    box("Messages from the payment provider that we couldn’t read").getByText("some.kind"),
  ).toBeTruthy();
  expect(box("Recently resolved").getByText("Refunded at the provider")).toBeTruthy();
});

it("requires a note before it closes a problem", async () => {
  const onDone = vi.fn();
  render(<MoneyProblems cases={OF} onDone={onDone} />);
  fireEvent.click(screen.getByRole("button", { name: "Mark as resolved: pi_stray" }));
  const dialog = within(await screen.findByRole("dialog"));
  const save = () => fireEvent.click(dialog.getByRole("button", { name: "Mark as resolved" }));
  save();
  await dialog.findByText("Enter what you did, so your colleagues know.");
  expect(calls.postResolvedProblem).not.toHaveBeenCalled();
  fireEvent.change(dialog.getByLabelText("What you did"), { target: { value: "Given back" } });
  save();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(calls.postResolvedProblem).toHaveBeenCalledWith({
    kind: "orphan",
    providerId: "pi_stray",
    how: "Given back",
  });
});
