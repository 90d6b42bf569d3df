//! The outbox: slow work is written down in the transaction that makes it necessary, and done after its commit.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::shared::ids::JobId;
use domain::shared::job::JobKind;

use crate::shared::store_error::StoreResult;

/// Work to be written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// What.
    pub kind: JobKind,
    /// What its worker needs to know: ids rather than data, because a payload outlives the data it is about.
    pub payload: BTreeMap<String, String>,
    /// Not before.
    pub run_at: DateTime<Utc>,
    /// The same work is not written down twice. At most 255 characters.
    pub dedupe_key: Option<String>,
}

/// Work that the caller has claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Which.
    pub id: JobId,
    /// What.
    pub kind: JobKind,
    /// As it was written down.
    pub payload: BTreeMap<String, String>,
    /// The number of this try, from 1. It also marks the claim: a later claim has a higher number.
    pub attempt: i32,
}

/// How a try ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// Done; the payload is erased.
    Done,
    /// Again, not before this.
    Again(DateTime<Utc>, String),
    /// Given up: the reason stays to be read, the payload is erased.
    GivenUp(String),
}

/// The outbox in the database.
pub trait Jobs {
    /// Writes work down; false when the same work (its key) is there already.
    fn enqueue(&mut self, job: &NewJob) -> StoreResult<bool>;
    /// The longest due job of these kinds, claimed for the caller alone until [`domain::shared::job::CLAIM_LASTS`] has passed.
    fn claim_job(&mut self, kinds: &[JobKind], now: DateTime<Utc>) -> StoreResult<Option<Job>>;
    /// Ends a try; false when the claim had lapsed and somebody else has the job.
    fn end_job(&mut self, job: &Job, end: &JobEnd, now: DateTime<Utc>) -> StoreResult<bool>;
    /// Deletes jobs that ended before this.
    fn delete_ended_jobs(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
}
