//! Stripe's implementation of the payment ports, through the library `async-stripe`. The crate
//! depends on `domain` and `ports`, not on HTTP routes or the database.
//!
//! - [`StripeGateway`] makes the API requests, each with a timeout and retries under the same
//!   idempotency key. A
//!   circuit breaker rejects requests immediately while Stripe is failing.
//! - [`StripeWebhooks`] verifies a webhook's signature and reads its event.
//!
//! No type of Stripe's library leaves this crate.

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
