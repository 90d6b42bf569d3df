//! The outcome of an attempt to run a job of the outbox, and the type of the functions that run jobs.

use std::time::Duration;

use chrono::TimeDelta;
use domain::shared::job::MAX_OUTAGE;
use ports::shared::jobs::Job;

use crate::deps::Deps;

/// The outcome of a worker's attempt to run a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The job is done, or no longer needed.
    Done,
    /// The attempt failed for this reason, but another attempt may succeed.
    Retry(String),
    /// It is unknown whether the job was done. Contains the time after which a worker can find this
    /// out, and the reason.
    InDoubt(TimeDelta, String),
    /// The service that the job needs is down. The job had no effect, and the attempt doesn't count.
    Unreachable(String),
    /// The job wasn't attempted, because the service failed recently. Contains how long the
    /// service's circuit breaker stays open.
    CircuitOpen(TimeDelta),
    /// The job can never succeed, for this reason.
    GiveUp(String),
}

/// Returns the outcome for a circuit breaker that stays open for the duration `wait`.
pub(crate) fn circuit_open(wait: Duration) -> Outcome {
    Outcome::CircuitOpen(TimeDelta::from_std(wait).unwrap_or(MAX_OUTAGE))
}

/// A function that runs jobs of one kind.
pub type Worker = fn(&Deps, &Job) -> Outcome;
