//! The choice of traces to export: a random share of all traces, up to a maximum per second. Callers can't
//! influence the choice.

use std::num::NonZeroU32;
use std::sync::OnceLock;

use governor::{DefaultDirectRateLimiter, Quota};

/// Maximum number of new traces that this process exports per second.
const MAX_TRACES_PER_SECOND: NonZeroU32 = NonZeroU32::MIN.saturating_add(99);

static CHOICE: OnceLock<Sampler> = OnceLock::new();

struct Sampler {
    share: f64,
    limiter: DefaultDirectRateLimiter,
}

/// Sets the share of traces to export, from 0 to 1. Only the first call in a process has an effect.
pub(crate) fn set_sampling_share(share: f64) {
    let _begun_already = CHOICE.set(Sampler {
        share,
        limiter: DefaultDirectRateLimiter::direct(Quota::per_second(MAX_TRACES_PER_SECOND)),
    });
}

/// Returns whether to export a trace that starts in this process. The choice ignores the trace flags of the caller's
/// header, because a caller could set the flags to force an export.
pub(crate) fn should_export() -> bool {
    let Some(choice) = CHOICE.get() else { return false };
    rand::random::<f64>() < choice.share && choice.limiter.check().is_ok()
}
