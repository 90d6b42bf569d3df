//! Users and sessions.

mod account;
mod sessions;
mod users;
mod verification;
