//! The audit trail, security events and the state of the connection.

mod trail;
mod watch;
