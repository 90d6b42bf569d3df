//! Tests of the domain's rules, grouped like the crate's modules. They check tables of cases, and
//! properties of generated cases.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail by panicking")]

mod accounts;
mod back_office;
mod build;
mod cases;
mod driving_record;
mod imports;
mod legal_help;
mod notices;
mod payments;
mod requests;
mod security;
mod shared;
mod sources;
mod statuses;
