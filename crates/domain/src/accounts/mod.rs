//! Users, sessions, passwords, the second factor, and login throttling.

pub mod account;
pub mod common;
pub mod device;
pub mod login_throttling;
pub mod password;
pub mod plate_dates;
pub mod second_factor;
pub mod session;
pub mod user;
pub mod verification;
