//! Whether this process is shutting down (docs/product/running.md#stopping).

use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that is set when the process begins to stop.
#[derive(Debug, Default)]
pub struct ShutdownFlag(AtomicBool);

impl ShutdownFlag {
    /// Marks the process as shutting down. Readiness checks then fail.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Release);
    }

    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
