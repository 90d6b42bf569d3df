//! The outbox: slow work is stored as a job in the transaction that needs it. Workers run the job after the commit.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::shared::ids::JobId;
use domain::shared::job::JobKind;

use crate::shared::store_error::StoreResult;

/// A new job to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// Kind of the job.
    pub kind: JobKind,
    /// Values that the worker needs, such as ids of records.
    pub payload: BTreeMap<String, String>,
    /// Earliest time to run the job.
    pub run_at: DateTime<Utc>,
    /// Key that prevents duplicates: a job isn't stored while another job with the same key hasn't ended. At most 255
    /// characters. `None` allows duplicates.
    pub dedupe_key: Option<String>,
}

/// A job that a worker has claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Id of the job in the outbox.
    pub id: JobId,
    /// Kind of the job.
    pub kind: JobKind,
    /// The values that the worker needs, as they were stored.
    pub payload: BTreeMap<String, String>,
    /// Number of this attempt, counted from 1. Attempts that ended with [`JobEnd::RetryUncounted`] don't count.
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
    /// When the oldest of these jobs was stored.
    pub since: DateTime<Utc>,
}

/// How a worker's attempt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// The job is done. Its payload is erased.
    Done,
    /// The job should be retried at this time, for this reason.
    Retry(DateTime<Utc>, String),
    /// The job should be retried at this time, for this reason. This attempt doesn't count toward the maximum.
    RetryUncounted(DateTime<Utc>, String),
    /// The job failed permanently, for this reason. The reason stays in the database; the payload is erased.
    Failed(String),
}

/// The outbox in the database.
pub trait Jobs {
    /// Stores a job. If an earlier job with the same key hasn't ended, stores nothing and returns `false`.
    fn enqueue(&mut self, job: &NewJob) -> StoreResult<bool>;
    /// Claims the job of these kinds that has been due longest; `None` if none is due. The
    /// claim lasts for [`domain::shared::job::CLAIM_LASTS`].
    fn claim_job(&mut self, kinds: &[JobKind], now: DateTime<Utc>) -> StoreResult<Option<Job>>;
    /// Stores how an attempt ended; `false` if the worker no longer has the claim.
    fn end_job(&mut self, job: &Job, end: &JobEnd, now: DateTime<Utc>) -> StoreResult<bool>;
    /// Whether a job with this key hasn't ended yet.
    fn has_unfinished_job(&mut self, key: &str) -> StoreResult<bool>;
    /// Returns the jobs that haven't ended, by kind.
    fn unfinished_jobs_by_kind(&mut self) -> StoreResult<Vec<JobBacklog>>;
}
