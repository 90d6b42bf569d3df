//! Whether this process still wants requests (docs/PRODUCT.md#stopping).

use std::sync::atomic::{AtomicBool, Ordering};

/// Set once, when the process is told to stop.
#[derive(Debug, Default)]
pub struct Leaving(AtomicBool);

impl Leaving {
    /// From now on the readiness call says so; whatever else comes is answered as before.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it has begun.
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
