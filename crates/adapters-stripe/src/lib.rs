//! The payment provider's side of the ports: Stripe, through `async-stripe`. Knows `domain` and `ports`, nothing of
//! HTTP routes or the database.
//!
//! - [`StripeGateway`] makes the calls: each with a time-out, tried again under the same idempotency key, and none
//!   while the provider fails (a circuit breaker).
//! - [`StripeWebhooks`] believes a webhook's body when its signature holds.
//!
//! No type of Stripe's leaves this crate.

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
