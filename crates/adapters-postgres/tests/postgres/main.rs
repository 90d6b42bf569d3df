//! The tests of this crate that use a PostgreSQL server.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod accounts;
mod back_office;
mod connection;
mod driving_record;
mod help;
mod imports;
mod legal_help;
mod notices;
mod payments;
mod security;
mod sources;
mod staff;
mod store_contract;
mod support;
