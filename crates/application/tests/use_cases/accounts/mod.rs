//! Sign-up, login, second factor, and account settings.

mod account;
mod log_in;
mod second_factor;
mod sign_up;
mod users;
mod verification;
