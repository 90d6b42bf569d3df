//! Tests that use the sandbox over HTTP. All tests are in one binary, because linking one
//! binary is faster than linking several.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod balance;
mod disputes;
mod events;
mod past;
mod payments;
mod refunds;
mod support;
mod trouble;
mod webhooks;
