//! The process's interface to its operators: logs, traces, systemd notifications, the operators' address and
//! shutdown.

pub mod collector;
pub mod line_bounds;
pub mod logging;
pub mod notify;
pub mod ops;
pub mod stopping;
