//! Failed logins, blocks, security events and the audit trail.

mod data_keys;
mod guard;
mod seals;
mod trail;
mod watch;
