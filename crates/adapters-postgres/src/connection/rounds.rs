//! Repeated work of background threads, which continues after a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs one round, which is one pass of a background thread's loop. A panic ends only this round, so the
/// caller's locks must ignore poisoning.
pub(crate) fn run_round(thread: &'static str, round: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(round)).is_err() {
        tracing::error!(thread, "a round of background work panicked; the next round follows");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_a_round_of_background_work_does_not_prevent_the_next_round() {
        let mut finished = vec![];
        for number in 0..3 {
            run_round("test", || {
                assert_ne!(number, 1, "a panic");
                finished.push(number);
            });
        }
        assert_eq!(finished, [0, 2]);
    }
}
