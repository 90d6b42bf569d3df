//! A local server that imitates Stripe: for `make run` without Stripe's keys, for tests and for CI. The sandbox
//! implements the part of Stripe's API that Lanewise uses: payment intents, charges, refunds, disputes, the
//! balance, payouts, events, signed webhooks and idempotency keys. It also has Stripe's published test cards, with
//! declines and 3-D Secure, and a replacement for Stripe.js with a card form. Tests can inject the failures that
//! Lanewise must handle. Other tests use the sandbox with Stripe's own CLI and SDK (`frontend/judges`).
//!
//! The sandbox moves no money, accepts only the published test cards, and never stores a card
//! number.
//!
//! ```no_run
//! let sandbox = stripe_sandbox::start(stripe_sandbox::Options::default())?;
//! sandbox.inject(stripe_sandbox::Fault::dropped_response().at("POST", "/v1/payment_intents"));
//! # Ok::<(), stripe_sandbox::StartError>(())
//! ```

// One `json!` call builds each of Stripe's objects. The largest of these calls exceed the default recursion limit.
#![recursion_limit = "256"]

mod call;
pub mod client;
mod config;
mod delivery;
mod memory;
mod objects;
mod serving;
mod shapes;

pub use config::Options;
pub use memory::faults::{Fault, FaultKind, Stage};
pub use objects::past::{PastDispute, PastPayment, PastRefund};
pub use serving::sandbox::{Sandbox, StartError, start};
