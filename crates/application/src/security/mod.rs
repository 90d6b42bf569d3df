//! The security panel, what failed logins cost, and the data keys.

pub mod data_keys;
pub mod guard;
pub mod panel;
pub mod seals;
