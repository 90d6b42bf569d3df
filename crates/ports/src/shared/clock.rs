//! Time.

use chrono::{DateTime, Utc};

/// The present.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> DateTime<Utc>;
}
