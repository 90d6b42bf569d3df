//! Job results that are not stored yet.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use ports::shared::jobs::{Job, JobEnd};

/// Results that could not be stored because the database was down. This process stores them when the database is
/// available again. Otherwise the job would be claimed again after its claim expires, and its message sent twice.
#[derive(Debug, Default)]
pub struct UnstoredResults(Mutex<VecDeque<(Job, JobEnd)>>);

impl UnstoredResults {
    /// Keeps the result of an attempt until it can be stored. If the attempt doesn't count, its result is
    /// dropped, because the next attempt repeats the work.
    pub(crate) fn add(&self, job: Job, end: JobEnd) {
        if !matches!(end, JobEnd::RetryUncounted(..)) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back((job, end));
        }
    }

    /// Removes and returns the oldest result.
    pub(crate) fn take(&self) -> Option<(Job, JobEnd)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}
