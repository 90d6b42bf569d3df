//! Identifiers, secrets and the time.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use rand::distr::{Alphanumeric, SampleString};

/// A prefix followed by `length` random letters and digits.
pub(crate) fn random(prefix: &str, length: usize) -> String {
    let mut id = String::from(prefix);
    Alphanumeric.append_string(&mut rand::rng(), &mut id, length);
    id
}

/// An id of the provider's usual length, such as `pi_…`.
pub(crate) fn new(prefix: &str) -> String {
    random(prefix, 24)
}

/// The machine's clock: the stand-in is the outside world, so it needs no injected one.
pub(crate) fn clock() -> DateTime<Utc> {
    SystemTime::now().into()
}

/// Seconds since 1970, as the provider counts.
pub(crate) fn now() -> i64 {
    clock().timestamp()
}

/// Milliseconds since 1970, for what is due later.
pub(crate) fn now_ms() -> i64 {
    clock().timestamp_millis()
}
