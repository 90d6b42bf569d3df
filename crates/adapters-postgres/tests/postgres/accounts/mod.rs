//! Tests of users, accounts, sessions and verification.

mod account;
mod sessions;
mod users;
mod verification;
