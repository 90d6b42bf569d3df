//! Signing up, logging in, sessions, and what people do with their own account.

pub mod account;
pub mod log_in;
pub mod second_factor;
pub mod sessions;
pub mod sign_up;
pub mod users;
