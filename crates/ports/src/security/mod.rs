//! What stands between strangers and accounts, and what is recorded of it.

pub mod csp_reports;
pub mod data_keys;
pub mod guard;
pub mod seals;
pub mod trail;
pub mod watch;
