//! Login throttling, security events, the audit trail with its seals, data keys, and
//! reports about blocked content.

pub mod csp_reports;
pub mod data_keys;
pub mod guard;
pub mod seals;
pub mod trail;
pub mod watch;
