// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { ConfirmationFacts } from "@/api/types";
import { aHire } from "@/testing/sampleCases";
import { anAppearance, aTicket } from "@/testing/sampleItems";
import { openScreen, serve, sessionResponse } from "@/testing/openScreen";
import { aTransaction } from "@/testing/samplePayments";
import { USER } from "@/testing/sampleRecords";
import ConfirmationPage from "./ConfirmationPage";

vi.mock("@/parts/pixel", () => ({ track: () => {} }));
afterEach(() => vi.useRealTimers());

const FACTS: ConfirmationFacts = {
  card: null,
  citationNumber: null,
  issuer: null,
  trail: null,
  place: null,
  left: 0,
  nextDueDate: null,
};
const TOLL = aTransaction({
  ticketId: null,
  paymentType: "toll",
  violationType: null,
  amount: "6.40",
});
const HIRE = aHire({
  amount: "75.00",
  contactMethod: "email",
  contactValue: "alex@x.test",
  status: "Pending",
  cancelUntil: "2026-11-24T05:00:00Z",
});
const CONTACT = "What's your best method to contact?";
/**
 * Returns the text of the first status message. Later status messages say whether the number was
 * copied.
 */
const firstStatus = () => screen.getAllByRole("status")[0]?.textContent;
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

function openConfirmation(type: "toll" | "lawyer", record: () => object) {
  serve(({ method }) =>
    method === "POST" ? { body: { ...record(), afterwards: FACTS } } : undefined,
  );
  return { at: `/confirmation?type=${type}&payment_intent=pi_1` };
}

it("confirms a completed payment", async () => {
  openScreen(
    <ConfirmationPage />,
    openConfirmation("toll", () => TOLL),
  );
  await heading("Toll Payment Confirmed");
  expect(firstStatus()).toBe("Toll Payment ConfirmedPaid$6.40");
});

it("copies the confirmation number", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  openScreen(
    <ConfirmationPage />,
    openConfirmation("toll", () => TOLL),
  );
  await heading("Toll Payment Confirmed");
  fireEvent.click(screen.getByRole("button", { name: /^Copy.*confirmation number CONF-/ }));
  await screen.findByRole("button", { name: "Copied" });
  expect(writeText).toHaveBeenCalledWith(TOLL.confirmationNumber);
  vi.unstubAllGlobals();
});

it("shows the amount of a partial refund", async () => {
  openScreen(
    <ConfirmationPage />,
    openConfirmation("toll", () => ({ ...TOLL, refunded: "2.50" })),
  );
  await heading("Toll Payment Confirmed");
  expect(screen.getByText("Partly refunded: we refunded $2.50.")).toBeTruthy();
});

it.each([
  [
    { status: "Refunded", refunded: "6.40" },
    "Payment Refunded",
    "Refunded",
    "We refunded $6.40 to your card. It can take 5-10 business days to show up.",
  ],
  [
    { status: "Refund Pending" },
    "Refund Pending",
    "Refund pending",
    "We’re refunding this payment. It can take 5-10 business days to show up on your card.",
  ],
  [
    { status: "Chargeback", refunded: "2.50" },
    "Payment Reversed by Your Bank",
    "Reversed by your bank, under review",
    "Your bank took this payment back and is still reviewing it. Partly refunded: we refunded $2.50.",
  ],
  [
    { status: "Charged Back" },
    "Payment Reversed by Your Bank",
    "Reversed by your bank",
    "Your bank took this payment back.",
  ],
])(
  "doesn't show a refunded or charged-back payment as confirmed: %o",
  async (part, title, badge, text) => {
    openScreen(
      <ConfirmationPage />,
      openConfirmation("toll", () => ({ ...TOLL, ...part })),
    );
    await heading(title);
    expect(firstStatus()).toBe(title + badge + text);
  },
);

it("says that the bank took the payment back, and points to the amounts owed", async () => {
  const afterwards = { ...FACTS, left: 1 };
  serve(({ method }) =>
    method === "POST" ? { body: { ...TOLL, status: "Charged Back", afterwards } } : undefined,
  );
  openScreen(<ConfirmationPage />, { at: "/confirmation?type=toll&payment_intent=pi_1" });
  await screen.findByText("Your bank took this payment back. See what you owe below.");
});

it("says when Lanewise sends the payment, and to which authority", async () => {
  const trail = {
    chargedAt: "2099-11-20T15:00:00Z",
    sendBy: "2099-11-24T15:00:00Z",
    authority: "City of Austin",
    sentOn: null,
    reference: null,
    acceptedOn: null,
  };
  serve(({ method }) =>
    method === "POST" ? { body: { ...TOLL, afterwards: { ...FACTS, trail } } } : undefined,
  );
  openScreen(<ConfirmationPage />, { at: "/confirmation?type=toll&payment_intent=pi_1" });
  await screen.findByText("By Nov 24, 2099, we’ll send your payment to City of Austin.");
});

it.each([
  ["2099-11-28", "9:30 AM", "court date. You must still appear on Nov 28, 2099, 9:30 AM."],
  [
    null,
    null,
    "court appearance. We don’t have the court date. Check your ticket or ask the court.",
  ],
])(
  "says that paying doesn't cancel the court date of a ticket that is no longer listed: %s",
  async (day, time, text) => {
    const ticket = aTicket({ courtDate: day, courtTime: time, isCourtRequired: true });
    const paid = { ...TOLL, paymentType: "traffic_ticket", ticketId: ticket.id, itemId: ticket.id };
    serve(({ method, path }) => {
      if (path === "/api/session") return sessionResponse(USER);
      if (method === "POST") return { body: { ...paid, afterwards: FACTS } };
      return path === "/api/court-appearances/3" ? { body: [anAppearance(ticket)] } : undefined;
    });
    openScreen(<ConfirmationPage />, { at: "/confirmation?type=ticket&payment_intent=pi_1" });
    await screen.findByText(`Paying doesn’t cancel your ${text}`);
  },
);

it("asks how to contact the driver after a lawyer hire", async () => {
  openScreen(
    <ConfirmationPage />,
    openConfirmation("lawyer", () => HIRE),
  );
  await heading("Lawyer Consultation Requested");
  expect(screen.getByText("Payment Approved")).toBeTruthy();
  expect(screen.getByText("We will reach out within 12 hours:")).toBeTruthy();
  expect(screen.getByText(CONTACT)).toBeTruthy();
});

it.each([
  ["refunded", "Canceled and refunded", /^We refunded \$75 to your card/],
  ["refunded", "Canceled, $37.50 refunded", /^We refunded \$37\.50 to your card/],
  ["pending", "Canceled", /^Your refund of \$75 is on its way to your card\.$/],
  ["failed", "Canceled", /^Your refund failed, and we’re working on it\. The \$75 didn’t reach/],
] as const)(
  "doesn't promise to contact the driver about a canceled hire, with the refund %s",
  async (refund, badge, text) => {
    openScreen(
      <ConfirmationPage />,
      openConfirmation("lawyer", () => ({
        ...{ ...HIRE, status: "Cancelled", refund },
        refundAmount: badge.includes("$") ? "37.50" : "75.00",
      })),
    );
    await heading("Legal Help Canceled");
    expect(screen.getByText(badge)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    for (const gone of ["Payment Approved", /12 hours/, CONTACT])
      expect(screen.queryByText(gone)).toBeNull();
  },
);

it.each([
  [403, "You don’t have access to this", /^If you think this is a mistake/, false],
  [404, "We couldn’t find this", /^It may have been removed/, false],
  [
    500,
    "We couldn’t check your payment",
    /record the payment automatically.*wrong on our side/,
    true,
  ],
  [
    null,
    "We couldn’t check your payment",
    /record the payment automatically.*Check your connection/,
    true,
  ],
] as const)(
  "explains why the payment could not be loaded: %s",
  async (status, title, text, mayRetry) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
    serve(({ method }) => {
      if (method !== "POST") return undefined;
      const code = status === 403 ? "forbidden" : "refused";
      return status && { status, body: { code, message: "…", requestId: "0123456789" } };
    });
    openScreen(<ConfirmationPage />, { at: "/confirmation?type=toll&payment_intent=pi_1" });
    await heading(title);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Check again" }) !== null).toBe(mayRetry);
    expect(screen.queryByText("Reference 01234567") !== null).toBe(status === 500);
  },
);

it("says why a payment for an item that is no longer owed is refunded", async () => {
  const message =
    "You no longer owed this when we received your payment. Your payment is being refunded in full.";
  serve(({ method }) =>
    method === "POST"
      ? { status: 409, body: { code: "paid_twice", message, requestId: "r" } }
      : undefined,
  );
  openScreen(<ConfirmationPage />, { at: "/confirmation?type=toll&payment_intent=pi_1" });
  await heading("We’re refunding your payment");
  screen.getByText(`${message} You don’t need to do anything.`);
});

it("loads the hire again when the driver returns after canceling it", async () => {
  let record = HIRE;
  function Tab() {
    const [away, setAway] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setAway(!away)}>
          {away ? "Back" : "Leave"}
        </button>
        {!away && <ConfirmationPage />}
      </>
    );
  }
  openScreen(
    <Tab />,
    openConfirmation("lawyer", () => record),
  );
  await screen.findByText("Lawyer Consultation Requested");
  fireEvent.click(screen.getByText("Leave"));
  record = { ...HIRE, status: "Cancelled", refund: "refunded" };
  fireEvent.click(screen.getByText("Back"));
  expect(screen.queryByText("Lawyer Consultation Requested")).toBeNull();
  await screen.findByText("Legal Help Canceled");
});
