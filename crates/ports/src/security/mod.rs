//! Login throttling, security events, and the audit trail with its seals.

pub mod csp_reports;
pub mod data_keys;
pub mod guard;
pub mod seals;
pub mod trail;
pub mod watch;
