//! Requests about sign-up, login, accounts and users.

pub mod account;
pub mod auth;
pub mod own_data;
pub mod second_factor;
pub mod users;
pub mod verification;
