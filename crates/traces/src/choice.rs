//! Which traces are told to a collector: decided here alone, by chance, and never more than so many a second.

use std::num::NonZeroU32;
use std::sync::OnceLock;

use governor::{DefaultDirectRateLimiter, Quota};

/// New ones a second, of this process, however many callers ask for one.
const MOST: NonZeroU32 = NonZeroU32::MIN.saturating_add(99);

static CHOICE: OnceLock<Choice> = OnceLock::new();

struct Choice {
    share: f64,
    most: DefaultDirectRateLimiter,
}

/// From now on this share of all traces is told. Once a process.
pub(crate) fn begin(share: f64) {
    let _begun_already =
        CHOICE.set(Choice { share, most: DefaultDirectRateLimiter::direct(Quota::per_second(MOST)) });
}

/// Whether a trace that begins here is told. The caller's id and flags are not asked: a caller could make it sure by them.
pub(crate) fn is_chosen() -> bool {
    let Some(choice) = CHOICE.get() else { return false };
    rand::random::<f64>() < choice.share && choice.most.check().is_ok()
}
