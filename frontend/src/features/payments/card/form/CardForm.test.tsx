// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { PaymentIntent } from "@/api/types";
import { openScreen } from "@/testing/openScreen";
import { CardForm } from "./CardForm";
import { type PayOutcome, payByCard } from "../payByCard";
import type { Stripe } from "../stripeTypes";
import type { Purchase } from "../usePaymentIntent";

vi.mock("@stripe/react-stripe-js", async () => {
  const { useEffect } = await import("react");
  return {
    Elements: ({ children }: { children: React.ReactNode }) => children,
    PaymentElement: ({ onReady }: { onReady: () => void }) => {
      useEffect(onReady, []);
      return null;
    },
    useStripe: () => ({}),
    useElements: () => ({}),
  };
});
vi.mock("../express/ExpressPay", async () => {
  const { useEffect } = await import("react");
  return {
    ExpressPay: ({ onOffer }: { onOffer: (offer: string) => void }) => {
      useEffect(() => onOffer("none"), []);
      return null;
    },
  };
});
vi.mock("../payByCard", () => ({ payByCard: vi.fn() }));

const PAY = /^Pay \$175/;
const UNKNOWN: PayOutcome = { kind: "unknown", message: "The connection was lost." };
const UNSENT: PayOutcome = { kind: "unsent", message: "Check your connection." };
const INCOMPLETE: PayOutcome = { kind: "incomplete" };
const DECLINED: PayOutcome = { kind: "declined", message: "Declined.", advice: "Use another." };

/** Clicks the Pay button once for each outcome. Returns the last message. */
async function payWith(...outcomes: PayOutcome[]): Promise<string | null> {
  for (const outcome of outcomes) vi.mocked(payByCard).mockResolvedValueOnce(outcome);
  openScreen(
    <CardForm
      stripe={{} as Stripe}
      isStandIn
      intent={{ clientSecret: "secret", paymentIntentId: "pi_1" } as PaymentIntent}
      purchase={{ type: "ticket", cents: 175_00, id: 1 } as Purchase}
      notice={null}
      onFailure={vi.fn()}
      onRenewed={vi.fn()}
    />,
  );
  for (const _outcome of outcomes)
    fireEvent.click(await screen.findByRole("button", { name: PAY }));
  await screen.findByRole("button", { name: PAY });
  return (await screen.findByRole("alert")).textContent;
}

it.each([
  ["at the next attempt", [UNKNOWN, UNSENT]],
  ["at the next two attempts", [UNKNOWN, UNSENT, UNSENT]],
  ["after fields were missing", [UNKNOWN, INCOMPLETE, UNSENT]],
])(
  "after a lost confirmation, says that the charge couldn't be confirmed: %s",
  async (_when, outcomes) => {
    const text = await payWith(...outcomes);
    expect(text).toMatch(/^We Couldn’t Confirm Your Payment/);
    expect(text).toMatch(/Check your connection\. We couldn’t confirm whether/);
    expect(text).not.toMatch(/haven’t been charged/);
  },
);

it.each([[[UNSENT]], [[UNKNOWN, DECLINED, UNSENT]]])(
  "says that nothing was charged if the card was declined or no confirmation was sent: %j",
  async (outcomes) => {
    const text = await payWith(...outcomes);
    expect(text).toMatch(/^Payment Failed.*You haven’t been charged/);
  },
);
