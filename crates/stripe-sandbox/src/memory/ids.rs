//! Random ids and secrets, and the current time.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use rand::distr::{Alphanumeric, SampleString};

/// Returns a prefix followed by `length` random letters and digits.
pub(crate) fn random(prefix: &str, length: usize) -> String {
    let mut id = String::from(prefix);
    Alphanumeric.append_string(&mut rand::rng(), &mut id, length);
    id
}

/// Returns a new id of Stripe's usual length that starts with `prefix`, such as `pi_`.
pub(crate) fn new(prefix: &str) -> String {
    random(prefix, 24)
}

pub(crate) fn system_time() -> DateTime<Utc> {
    SystemTime::now().into()
}

/// Returns the current time in seconds since 1970, Stripe's format for times.
pub(crate) fn now() -> i64 {
    system_time().timestamp()
}

/// Returns the current time in milliseconds since 1970, for due times inside the sandbox.
pub(crate) fn now_ms() -> i64 {
    system_time().timestamp_millis()
}
