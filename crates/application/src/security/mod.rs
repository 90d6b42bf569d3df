//! The security panel, and what failed logins cost.

pub mod guard;
pub mod panel;
