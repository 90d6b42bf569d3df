import type { loadStripe } from "@stripe/stripe-js/pure";

/**
 * Stripe's types, derived from the one module that may be imported. Importing the package's root would load Stripe's
 * script.
 */
export type Stripe = NonNullable<Awaited<ReturnType<typeof loadStripe>>>;
export type StripeElements = ReturnType<Stripe["elements"]>;
export type StripeError = NonNullable<
  Awaited<ReturnType<Stripe["retrievePaymentIntent"]>>["error"]
>;
export type Appearance = NonNullable<Parameters<StripeElements["update"]>[0]["appearance"]>;
