//! Request and response bodies for sign-up, login and accounts.

pub mod account;
pub mod personal_data;
pub mod second_factor;
pub mod session;
pub mod sign_up;
pub mod user;
pub mod verification;
