//! What was done and could not be written down.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use ports::shared::jobs::{Job, JobEnd};

/// Ends of tries that could not be written down, because the database was away: this process writes them when it is back. Otherwise a job
/// would wait for its claim to lapse, and what was sent would be sent again.
#[derive(Debug, Default)]
pub struct Unwritten(Mutex<VecDeque<(Job, JobEnd)>>);

impl Unwritten {
    /// Keeps one. A try that does not count is not kept: nothing came of it, and its number is given to the next.
    pub(crate) fn keep(&self, job: Job, end: JobEnd) {
        if !matches!(end, JobEnd::Uncounted(..)) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back((job, end));
        }
    }

    /// The oldest, for the caller alone.
    pub(crate) fn take(&self) -> Option<(Job, JobEnd)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}
