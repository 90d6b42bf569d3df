import { describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import type { PaymentIntent } from "@/api/types";
import { type PayOutcome, payByCard } from "./payByCard";
import type { Stripe, StripeElements } from "./stripeTypes";

const intent = {
  clientSecret: "pi_1_secret_x",
  paymentIntentId: "pi_1",
  amount: "150.00",
} as PaymentIntent;

type Scenario = {
  submit?: object;
  ask?: PaymentIntent | Error;
  confirm?: object;
  retrieve?: object | Error;
};

async function pay({ submit = {}, ask = intent, confirm = {}, retrieve = {} }: Scenario) {
  const confirmPayment = vi.fn(async () => confirm);
  const stripe = {
    confirmPayment,
    retrievePaymentIntent: async () => {
      if (retrieve instanceof Error) throw retrieve;
      return retrieve;
    },
  } as unknown as Stripe;
  const outcome = await payByCard({
    stripe,
    elements: { submit: async () => submit } as unknown as StripeElements,
    intent,
    requestIntent: async () => {
      if (ask instanceof Error) throw ask;
      return ask;
    },
    returnUrl: "https://here.test/confirmation",
  });
  return { outcome, confirmed: confirmPayment.mock.calls.length };
}

const apiError = (status: number, body: object) => new ApiError(status, "", JSON.stringify(body));
const succeeded = { paymentIntent: { status: "succeeded" } };
const open = { paymentIntent: { status: "requires_payment_method" } };
const paid: PayOutcome = { kind: "paid", intentId: "pi_1" };

describe("a click on the Pay button", () => {
  it("confirms the payment with the provider, which redirects to the confirmation page", async () => {
    expect(await pay({})).toEqual({ outcome: { kind: "leaving" }, confirmed: 1 });
  });

  it.each<[string, Scenario, object]>([
    [
      "an incomplete form",
      { submit: { error: { type: "validation_error" } } },
      { kind: "incomplete" },
    ],
    [
      "a failure of the card form",
      { submit: { error: { type: "api_connection_error", message: "Lost." } } },
      { kind: "unsent", message: "Lost." },
    ],
    [
      "an amount that changed in the meantime",
      { ask: apiError(409, { code: "amount_changed", amount: "175.00" }) },
      { kind: "stopped", failure: { kind: "amountChanged", cents: 175_00 } },
    ],
    [
      "the same intent paid in another tab",
      { ask: apiError(409, { code: "already_paid" }), retrieve: succeeded },
      paid,
    ],
    [
      "an item paid by another payment",
      { ask: apiError(409, { code: "already_paid" }), retrieve: open },
      { kind: "stopped", failure: { kind: "alreadyPaid" } },
    ],
    [
      "a server failure",
      { ask: apiError(503, { message: "Down." }) },
      { kind: "unsent", message: "Down." },
    ],
    [
      "a network failure",
      { ask: new NetworkError("down") },
      { kind: "unsent", message: "Nothing was lost. Check your connection and try again." },
    ],
    [
      "an unreadable response",
      { ask: new Error("invalid shape") },
      { kind: "unsent", message: expect.stringMatching(/^We couldn’t read the server’s response/) },
    ],
    [
      "a new intent",
      { ask: { ...intent, clientSecret: "pi_2_secret_y", paymentIntentId: "pi_2" } },
      { kind: "renewed" },
    ],
  ])("does not confirm the payment with the provider after %s", async (_name, world, expected) => {
    const { outcome, confirmed } = await pay(world);
    expect(outcome).toMatchObject(expected);
    expect(confirmed).toBe(0);
  });

  it.each<[string, Scenario, object]>([
    [
      "a decline",
      {
        confirm: {
          error: {
            type: "card_error",
            code: "card_declined",
            decline_code: "insufficient_funds",
            message: "Your card has insufficient funds.",
          },
        },
      },
      {
        kind: "declined",
        message: "Your card has insufficient funds.",
        advice: "Use another card, or try again once this one has enough money.",
      },
    ],
    [
      "a failed 3-D Secure check",
      {
        confirm: {
          error: {
            type: "invalid_request_error",
            code: "payment_intent_authentication_failure",
            message: "We are unable to authenticate your payment method.",
            payment_intent: { status: "requires_payment_method" },
          },
        },
      },
      { kind: "declined", message: "We are unable to authenticate your payment method." },
    ],
    [
      "an intent just paid in another tab",
      {
        confirm: {
          error: {
            type: "invalid_request_error",
            code: "payment_intent_unexpected_state",
            payment_intent: { status: "succeeded" },
          },
        },
      },
      paid,
    ],
    [
      "a lost response to a successful payment",
      { confirm: { error: { type: "api_connection_error" } }, retrieve: succeeded },
      paid,
    ],
    [
      "a lost response to a failed payment",
      { confirm: { error: { type: "api_connection_error", message: "Lost." } }, retrieve: open },
      { kind: "declined", message: "Lost.", advice: "Wait a moment, then try again." },
    ],
    [
      "an unreachable provider",
      {
        confirm: { error: { type: "api_connection_error", message: "Lost." } },
        retrieve: new Error("offline"),
      },
      { kind: "unknown", message: "Lost." },
    ],
    [
      "a provider error without a reason",
      { confirm: { error: { type: "api_error" } }, retrieve: open },
      { kind: "declined", message: "The payment didn’t go through." },
    ],
    [
      "a provider error without a reason or a status",
      { confirm: { error: { type: "api_error" } }, retrieve: new Error("offline") },
      { kind: "unknown", message: "The payment provider reported an error." },
    ],
  ])("returns the outcome of %s", async (_name, world, expected) => {
    expect((await pay(world)).outcome).toMatchObject(expected);
  });
});
