//! Users, sessions, emailed links, and second factors.

pub mod account;
pub mod lists;
pub mod second_factor;
pub mod sessions;
pub mod users;
pub mod verification;
