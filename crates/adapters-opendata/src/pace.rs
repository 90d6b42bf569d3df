//! Limits the rate of calls, because a city's platform is shared and its limit should never be reached.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const HOUR: Duration = Duration::from_secs(3_600);

/// The calls made in the last hour.
pub(crate) struct Pace {
    most: usize,
    made: Mutex<VecDeque<Instant>>,
}

impl Pace {
    pub(crate) fn new(calls_an_hour: u32) -> Self {
        Self { most: usize::try_from(calls_an_hour.max(1)).unwrap_or(1), made: Mutex::default() }
    }

    /// Counts a call, or returns how long to wait before the next one.
    pub(crate) fn take(&self) -> Result<(), Duration> {
        let now = Instant::now();
        let mut made = self.made.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        while made.front().is_some_and(|at| now.duration_since(*at) >= HOUR) {
            made.pop_front();
        }
        match made.front() {
            Some(first) if made.len() >= self.most => Err(HOUR - now.duration_since(*first)),
            _ => {
                made.push_back(now);
                Ok(())
            }
        }
    }
}
