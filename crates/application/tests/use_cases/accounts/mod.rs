//! Sign-up, login, second factor, account settings, users, and verification.

mod account;
mod log_in;
mod second_factor;
mod sign_up;
mod users;
mod verification;
