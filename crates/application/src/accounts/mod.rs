//! Accounts: sign-up, login, the second factor, sessions, verification, users' actions on their own accounts,
//! and users and driving profiles.

pub mod account;
mod codes;
pub mod log_in;
pub mod proof;
pub mod second_factor;
pub mod sessions;
pub mod sign_up;
pub mod users;
pub mod verification;
