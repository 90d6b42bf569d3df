//! Accounts: sign-up, login, sessions, verification, and users' actions on their own accounts.

pub mod account;
mod codes;
pub mod log_in;
pub mod proof;
pub mod second_factor;
pub mod sessions;
pub mod sign_up;
pub mod users;
pub mod verification;
