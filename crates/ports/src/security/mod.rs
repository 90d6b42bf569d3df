//! What stands between strangers and accounts, and what is recorded of it.

pub mod guard;
pub mod trail;
pub mod watch;
