//! Tests of the adapter against the Stripe sandbox. The tests are one binary, so that they are linked only
//! once.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail by panicking")]

mod balance;
mod calls;
mod chargebacks;
mod events;
mod shapes;
mod support;
mod trouble;
mod webhooks;
