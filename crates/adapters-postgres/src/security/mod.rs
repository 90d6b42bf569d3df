//! Failed logins, blocks, security events and the audit trail.

mod guard;
mod trail;
mod watch;
