//! What the process tells those who run it, and they tell it: logs, traces, readiness, figures, and the order to stop.

pub mod collector;
pub mod line_bounds;
pub mod logging;
pub mod notify;
pub mod ops;
pub mod stopping;
