//! Users, verification of their details, sessions, emailed links, and second factors (time-based codes).

pub mod account;
pub mod lists;
pub mod second_factor;
pub mod sessions;
pub mod users;
pub mod verification;
