import type { PaymentIntent } from "@/api/types";
import { type StartFailure, classifyStartFailure } from "./startFailure";
import type { Stripe, StripeElements, StripeError } from "./stripeTypes";

export type PayOutcome =
  /** Fields are missing; the card form itself shows which ones. */
  | { kind: "incomplete" }
  /** The provider is redirecting the browser to the confirmation. */
  | { kind: "leaving" }
  /** The payment has succeeded or is being processed. The form has nothing more to do. */
  | { kind: "paid"; intentId: string }
  /** Nothing was charged; the provider gives the reason. */
  | { kind: "declined"; message: string; advice: string }
  /** Nothing was sent to the provider; the form keeps its input. */
  | { kind: "unsent"; message: string }
  /** It is unknown whether the card was charged. */
  | { kind: "unknown"; message: string }
  /** The purchase has changed, so the payment can't continue. */
  | { kind: "stopped"; failure: StartFailure }
  /** The intent was replaced, so the form must be recreated. */
  | { kind: "renewed"; intent: PaymentIntent };

type CardPayment = {
  stripe: Pick<Stripe, "confirmPayment" | "retrievePaymentIntent">;
  elements: StripeElements;
  intent: PaymentIntent;
  /** Asks the server for the intent again, so that a change is noticed before the card is charged. */
  requestIntent: () => Promise<PaymentIntent>;
  returnUrl: string;
};

/** Handles one attempt to pay, by the Pay button or a wallet. */
export async function payByCard(payment: CardPayment): Promise<PayOutcome> {
  const { stripe, elements, intent, requestIntent, returnUrl } = payment;
  const { error: formError } = await elements.submit();
  if (formError)
    return formError.type === "validation_error"
      ? { kind: "incomplete" }
      : { kind: "unsent", message: messageOf(formError) };
  let currentIntent: PaymentIntent;
  try {
    currentIntent = await requestIntent();
  } catch (error) {
    const why = classifyStartFailure(error);
    if (why.kind === "down") return { kind: "unsent", message: why.message };
    const mayBePaid = why.kind === "alreadyPaid" || why.kind === "processing";
    return mayBePaid && isPaid(await statusOf(payment))
      ? { kind: "paid", intentId: intent.paymentIntentId }
      : { kind: "stopped", failure: why };
  }
  if (currentIntent.clientSecret !== intent.clientSecret)
    return { kind: "renewed", intent: currentIntent };
  const { error } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: returnUrl },
  });
  if (!error) return { kind: "leaving" };
  const status = error.payment_intent?.status ?? (await statusOf(payment, error));
  if (isPaid(status)) return { kind: "paid", intentId: intent.paymentIntentId };
  return status === null ? toUnknownOutcome(error) : toDeclinedOutcome(error);
}

const isPaid = (status: string | null) => status === "succeeded" || status === "processing";

/**
 * Returns the intent's status from the provider, or null if it can't be read. After a declined card or an invalid
 * field, the status is known without a request.
 */
async function statusOf(
  { stripe, intent }: CardPayment,
  error?: StripeError,
): Promise<string | null> {
  if (error?.type === "card_error" || error?.type === "validation_error")
    return "requires_payment_method";
  try {
    const { paymentIntent } = await stripe.retrievePaymentIntent(intent.clientSecret);
    return paymentIntent?.status ?? null;
  } catch (cause) {
    console.warn("the payment's status could not be read", cause);
    return null;
  }
}

/** Returns the outcome for an error after which the card may have been charged. */
function toUnknownOutcome(error: StripeError): PayOutcome {
  return {
    kind: "unknown",
    message: error.message ?? "The payment provider reported an error.",
  };
}

/** Returns the outcome for an error after which the card wasn't charged. */
function toDeclinedOutcome(error: StripeError): PayOutcome {
  return { kind: "declined", message: messageOf(error), advice: adviceFor(error) };
}

/** Returns the provider's message about an error, or a general one. */
const messageOf = ({ message }: StripeError) => message ?? "The payment didn’t go through.";

const ADVICE: Record<string, string> = {
  insufficient_funds: "Use another card, or try again once this one has enough money.",
  expired_card: "Use a card that hasn’t expired.",
  incorrect_cvc: "Check the security code on your card and try again.",
  processing_error: "Wait a moment, then try again.",
  payment_intent_authentication_failure:
    "Try again and confirm it with your bank, or use another card.",
};

/** Returns what to do about a declined card or a similar error. */
function adviceFor({ type, decline_code, code }: StripeError): string {
  const specificAdvice = ADVICE[decline_code ?? ""] ?? ADVICE[code ?? ""];
  if (specificAdvice) return specificAdvice;
  return type === "card_error" || type === "validation_error"
    ? "Check the card details, use another card, or call your bank."
    : "Wait a moment, then try again.";
}
