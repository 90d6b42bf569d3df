//! Operation of the process: logs, traces, messages to systemd, the operators' address and shutdown.

pub mod collector;
pub mod line_bounds;
pub mod logging;
pub mod notify;
pub mod ops;
pub mod stopping;
