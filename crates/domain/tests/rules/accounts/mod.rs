//! Passwords, sessions, the ladder of failed logins.

mod ladder;
mod password;
mod session;
pub mod session_record;
mod verification;
