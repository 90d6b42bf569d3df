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
    /// While this work waits or is being done, the same is not written down again. At most 255 characters.
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
    /// When it was written down.
    pub created_at: DateTime<Utc>,
}

/// Jobs of one kind that have not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// What.
    pub kind: JobKind,
    /// How many.
    pub count: i64,
    /// When the oldest was written down.
    pub since: DateTime<Utc>,
}

/// How a try ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// Done; the payload is erased.
    Done,
    /// Again, not before this.
    Again(DateTime<Utc>, String),
    /// Again, not before this, and as if it had not been tried.
    Uncounted(DateTime<Utc>, String),
    /// Given up: the reason stays to be read, the payload is erased.
    GivenUp(String),
}

/// The outbox in the database.
pub trait Jobs {
    /// Writes work down; false when the same work (its key) has not ended yet.
    fn enqueue(&mut self, job: &NewJob) -> StoreResult<bool>;
    /// The longest due job of these kinds, claimed for the caller alone until [`domain::shared::job::CLAIM_LASTS`] has passed.
    fn claim_job(&mut self, kinds: &[JobKind], now: DateTime<Utc>) -> StoreResult<Option<Job>>;
    /// Ends a try; false when the claim had lapsed and somebody else has the job.
    fn end_job(&mut self, job: &Job, end: &JobEnd, now: DateTime<Utc>) -> StoreResult<bool>;
    /// Whether work with this key has not ended yet.
    fn is_waiting(&mut self, key: &str) -> StoreResult<bool>;
    /// What has not ended yet, by kind.
    fn waiting_jobs(&mut self) -> StoreResult<Vec<Waiting>>;
}
