//! Workers for outbox jobs, and the outcomes of their attempts.

use std::time::Duration;

use chrono::TimeDelta;
use domain::shared::job::MAX_OUTAGE;
use ports::shared::jobs::Job;

use crate::deps::Deps;

/// The outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The job is done, or no longer needed.
    Done,
    /// The attempt failed, but another may succeed. Holds the reason.
    Retry(String),
    /// The job may be done. Whether it is can be checked after this time. Holds the reason.
    InDoubt(TimeDelta, String),
    /// The service that the job needs is down. Nothing happened, and the attempt doesn't count.
    Unreachable(String),
    /// Not attempted, because the service's circuit breaker is open for this long.
    CircuitOpen(TimeDelta),
    /// The job can never succeed, for this reason.
    GiveUp(String),
}

/// Returns the outcome for an open circuit breaker, with its remaining time.
pub(crate) fn circuit_open(wait: Duration) -> Outcome {
    Outcome::CircuitOpen(TimeDelta::from_std(wait).unwrap_or(MAX_OUTAGE))
}

/// Function that runs one job.
pub type Worker = fn(&Deps, &Job) -> Outcome;
