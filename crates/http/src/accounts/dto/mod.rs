//! Request and response bodies of the account calls.

pub mod account;
pub mod second_factor;
pub mod session;
pub mod sign_up;
pub mod user;
pub mod verification;
