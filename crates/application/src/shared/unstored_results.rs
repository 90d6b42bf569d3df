//! Results of jobs that aren't stored in the database yet.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use ports::shared::jobs::{Job, JobEnd};

/// Results that couldn't be stored because the database was down. This process stores them when the
/// database is back, so that no other process runs the jobs again.
#[derive(Debug, Default)]
pub struct UnstoredResults(Mutex<VecDeque<(Job, JobEnd)>>);

impl UnstoredResults {
    /// Keeps the result of an attempt in memory until it can be stored. Drops the result of an attempt that
    /// doesn't count, because the next attempt repeats the work.
    pub(crate) fn add(&self, job: Job, end: JobEnd) {
        if !matches!(end, JobEnd::RetryUncounted(..)) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back((job, end));
        }
    }

    /// Removes and returns the oldest result; `None` if there are no results.
    pub(crate) fn take(&self) -> Option<(Job, JobEnd)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}
