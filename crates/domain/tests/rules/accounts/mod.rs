//! Passwords, sessions, login throttling, and verification.

mod ladder;
mod password;
mod session;
pub mod session_record;
mod verification;
