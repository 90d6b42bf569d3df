//! The account calls.

pub mod account;
pub mod auth;
pub mod second_factor;
pub mod users;
pub mod verification;
