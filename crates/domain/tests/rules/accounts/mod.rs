//! Passwords, sessions, the ladder of failed logins.

mod ladder;
mod password;
mod session;
mod verification;
