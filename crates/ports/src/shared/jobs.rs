//! The outbox: slow work is stored as a job in the transaction that needs it, and done after the commit.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::shared::ids::JobId;
use domain::shared::job::JobKind;

use crate::shared::store_error::StoreResult;

/// A job to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// Kind of the job.
    pub kind: JobKind,
    /// Values that the worker needs. They are ids rather than data, because a payload can outlive the data.
    pub payload: BTreeMap<String, String>,
    /// Earliest time to run it.
    pub run_at: DateTime<Utc>,
    /// While a job with this key hasn't ended, another one isn't stored. At most 255 characters.
    pub dedupe_key: Option<String>,
}

/// A job that the caller has claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Id of the job in the outbox.
    pub id: JobId,
    /// Kind of the job.
    pub kind: JobKind,
    /// Payload as it was stored.
    pub payload: BTreeMap<String, String>,
    /// Number of this attempt, from 1. It also identifies the claim: a later claim has a higher number.
    pub attempt: i32,
    /// When the job was stored.
    pub created_at: DateTime<Utc>,
}

/// Jobs of one kind that haven't ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobBacklog {
    /// Kind of the jobs.
    pub kind: JobKind,
    /// Number of jobs that wait or run.
    pub count: i64,
    /// When the oldest was stored.
    pub since: DateTime<Utc>,
}

/// How an attempt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// The job is done. Its payload is erased.
    Done,
    /// Retry at this time, for this reason.
    Retry(DateTime<Utc>, String),
    /// Retry at this time, for this reason, without counting this attempt.
    RetryUncounted(DateTime<Utc>, String),
    /// The job failed permanently, for this reason. The reason is stored, the payload is erased.
    Failed(String),
}

/// The outbox in the database.
pub trait Jobs {
    /// Stores a job; `false` if a job with its key hasn't ended yet.
    fn enqueue(&mut self, job: &NewJob) -> StoreResult<bool>;
    /// Claims the job of these kinds that has been due longest. The
    /// claim lasts for [`domain::shared::job::CLAIM_LASTS`].
    fn claim_job(&mut self, kinds: &[JobKind], now: DateTime<Utc>) -> StoreResult<Option<Job>>;
    /// Ends an attempt; `false` if the claim had expired and another worker has the job.
    fn end_job(&mut self, job: &Job, end: &JobEnd, now: DateTime<Utc>) -> StoreResult<bool>;
    /// Whether a job with this key hasn't ended yet.
    fn is_waiting(&mut self, key: &str) -> StoreResult<bool>;
    /// Returns the jobs that haven't ended, by kind.
    fn waiting_jobs(&mut self) -> StoreResult<Vec<JobBacklog>>;
}
