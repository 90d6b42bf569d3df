//! Users, sessions and verification.

mod account;
mod sessions;
mod users;
mod verification;
