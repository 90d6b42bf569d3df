//! Failed logins, blocks, security events, the audit trail and its seals, data keys, and CSP reports.

mod csp_reports;
mod data_keys;
mod guard;
mod seals;
mod trail;
mod watch;
