//! Security: the security panel, login throttling, data keys, audit trail seals, and CSP reports.

pub mod csp_reports;
pub mod data_keys;
pub mod guard;
pub mod panel;
pub mod seals;
