//! What a job of the outbox is done by, and how a try ends.

use std::time::Duration;

use chrono::TimeDelta;
use domain::shared::job::LONGEST_OUTAGE;
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
    /// Who would have taken it was not there, for anybody: nothing happened, and the try does not count.
    Unreached(String),
    /// Not tried: who would take it failed lately and is left alone for so long.
    LeftAlone(TimeDelta),
    /// It never will.
    GiveUp(String),
}

/// How a try ends when who would take it is left alone for so long.
pub(crate) fn left_alone(wait: Duration) -> Outcome {
    Outcome::LeftAlone(TimeDelta::from_std(wait).unwrap_or(LONGEST_OUTAGE))
}

/// Does one job.
pub type Worker = fn(&Deps, &Job) -> Outcome;
