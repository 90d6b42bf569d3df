//! Implements the payment ports with Stripe, through the library `async-stripe`. This crate depends on `domain`
//! and `ports`, not on HTTP routes or the database.
//!
//! - [`StripeGateway`] makes the API requests. Each request has a timeout and is retried, with the same
//!   idempotency key if it has one. While Stripe is failing, a circuit breaker rejects requests without
//!   sending them to Stripe.
//! - [`StripeWebhooks`] verifies the signature of a webhook and parses its event.
//!
//! This crate exposes no types of Stripe's library.

mod balance_calls;
mod card_calls;
mod charge_calls;
mod dispute_calls;
mod endpoint_calls;
mod event_calls;
mod failures;
mod gateway;
mod mapping;
mod options;
mod tries;
mod webhooks;
mod wire;

pub use endpoint_calls::WebhookEndpoint;
pub use gateway::{ConnectError, StripeGateway};
pub use options::StripeOptions;
pub use tries::{CALLS, OUTCOMES};
pub use webhooks::StripeWebhooks;
