//! What a job of the outbox is done by, and how a try ends.

use chrono::TimeDelta;
use ports::shared::jobs::Job;

use crate::deps::Deps;

/// How a worker's try ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Done, or no longer needed.
    Done,
    /// It may work later.
    Retry(String),
    /// It may have happened: whether it did can be asked when this has passed, not sooner.
    InDoubt(TimeDelta, String),
    /// It never will.
    GiveUp(String),
}

/// Does one job.
pub type Worker = fn(&Deps, &Job) -> Outcome;
