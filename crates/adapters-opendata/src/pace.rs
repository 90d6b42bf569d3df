//! Limits the number of requests per hour, so that we stay below the limit of a city's server.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const HOUR: Duration = Duration::from_secs(3_600);

/// Limits the requests per hour. Keeps the times of the requests in the last hour.
pub(crate) struct HourlyLimit {
    most: usize,
    made: Mutex<VecDeque<Instant>>,
}

impl HourlyLimit {
    /// Creates a limit of `calls_an_hour` requests per hour, but at least one.
    pub(crate) fn new(calls_an_hour: u32) -> Self {
        Self { most: usize::try_from(calls_an_hour.max(1)).unwrap_or(1), made: Mutex::default() }
    }

    /// Counts a request, unless the limit is reached. The error is the time that the caller must wait.
    pub(crate) fn count_request(&self) -> Result<(), Duration> {
        let now = Instant::now();
        let mut calls = self.made.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        while calls.front().is_some_and(|at| now.duration_since(*at) >= HOUR) {
            calls.pop_front();
        }
        match calls.front() {
            Some(first) if calls.len() >= self.most => Err(HOUR - now.duration_since(*first)),
            _ => {
                calls.push_back(now);
                Ok(())
            }
        }
    }
}
