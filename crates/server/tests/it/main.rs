//! Tests of the whole server over HTTP with a real PostgreSQL. All are in one test program, so that
//! the server is linked only once.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "tests fail by panicking, and print what they measure"
)]

mod account;
mod attacks;
mod back_office;
mod citations;
mod closed_account;
mod driving_record;
mod help;
mod imports;
mod legal_help;
mod operations;
mod operators;
mod payments;
mod reminders;
mod requests;
mod security;
mod session_cache;
mod sign_up;
mod soak;
mod sources;
mod staff;
mod step_up;
mod support;
