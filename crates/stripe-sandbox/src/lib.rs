//! A stand-in for Stripe, on loopback: for `make run` without keys, for tests and for CI. It speaks the calls that
//! Lanewise makes (payment intents, charges, refunds, disputes, the balance, payouts, events, signed webhooks,
//! idempotency keys, the published test cards with declines and 3-D Secure, Stripe.js with a card form), can be told to fail in the ways that hurt, and is judged by
//! Stripe's own CLI and SDK (`frontend/judges`).
//!
//! It takes no money, knows no card but the published test cards, and never stores a card's number.
//!
//! ```no_run
//! let sandbox = stripe_sandbox::start(stripe_sandbox::Options::default())?;
//! sandbox.inject(stripe_sandbox::Fault::lost_answer().at("POST", "/v1/payment_intents"));
//! # Ok::<(), stripe_sandbox::StartError>(())
//! ```

// The provider's objects are written out in single `json!` calls, longer than the macro's usual depth.
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
pub use serving::sandbox::{Sandbox, StartError, start};
