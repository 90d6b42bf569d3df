import type { loadStripe } from "@stripe/stripe-js/pure";

/** The provider's types, by way of the one module that may be imported: the package's root loads a script. */
export type Stripe = NonNullable<Awaited<ReturnType<typeof loadStripe>>>;
export type StripeElements = ReturnType<Stripe["elements"]>;
export type StripeError = NonNullable<
  Awaited<ReturnType<Stripe["retrievePaymentIntent"]>>["error"]
>;
export type Appearance = NonNullable<Parameters<StripeElements["update"]>[0]["appearance"]>;
