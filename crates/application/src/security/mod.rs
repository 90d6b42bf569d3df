//! The security panel, what failed logins cost, the data keys, and CSP reports.

pub mod csp_reports;
pub mod data_keys;
pub mod guard;
pub mod panel;
pub mod seals;
