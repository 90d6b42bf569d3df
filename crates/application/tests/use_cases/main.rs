//! Tests of the use cases: permissions, and the order of steps, no matter what the provider, the network
//! and the driver do in between. The tests use no real database, server or clock.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail by panicking")]

mod access;
mod accounts;
mod back_office;
mod driving_record;
mod errors;
mod help;
mod imports;
mod legal_help;
mod notices;
mod order;
mod payments;
mod requests;
mod security;
mod sources;
mod staff;
mod store_contract;
mod support;
