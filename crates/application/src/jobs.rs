//! Runs the jobs of the outbox. A worker claims a job, runs it without an open transaction, and stores its result.
//!
//! If the database is down, a job's result stays in memory until the database is back. If a process
//! is killed after a job's effect but before its result is stored, another process runs the job
//! again. So a worker whose effect must happen only once has to check whether it already happened.

use chrono::{DateTime, TimeDelta, Utc};
use domain::shared::job::{FIRST_WAIT, JobKind, MAX_OUTAGE, next_attempt_at};
use ports::shared::jobs::{Job, JobEnd};
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::notices::sending;
use crate::shared::outbox::{Outcome, Worker};

/// Workers that send messages. The server has separate senders for emails and for texts, so that a slow mail
/// server doesn't delay texts.
pub const WORKERS: &[(JobKind, Worker)] =
    &[(JobKind::SendMail, crate::notices::mails::send_email), (JobKind::SendText, sending::send_text)];

/// Workers that call the payment provider. These workers run in their own loop, so that a slow
/// provider doesn't delay emails.
pub const MONEY_WORKERS: &[(JobKind, Worker)] =
    &[(JobKind::CancelIntent, crate::payments::reconciliation::cancel_intent::cancel_intent)];

/// Workers that take a long time. These workers run in their own loop, so that emails and texts don't wait.
pub const SLOW_WORKERS: &[(JobKind, Worker)] = &[
    (JobKind::CheckImport, crate::imports::check::check_file),
    (JobKind::StoreImport, crate::imports::storing::store_file),
];

/// Maximum number of jobs that one call of [`run_due_jobs`] runs.
const BATCH: usize = 100;

/// Runs due jobs, at most [`BATCH`]. Returns how many jobs ran, including failed ones. A failed job
/// is retried later, unless the failure is permanent.
pub fn run_due_jobs(deps: &Deps, workers: &[(JobKind, Worker)]) -> Result<usize> {
    for done in 0..BATCH {
        let Some(job) = claim(deps, workers)? else { return Ok(done) };
        perform(deps, workers, &job)?;
    }
    Ok(BATCH)
}

/// Claims the job that has been due longest, among the kinds that `workers` handle. First stores
/// results of earlier jobs that are still in memory. Returns `None` if no such job is due.
pub fn claim(deps: &Deps, workers: &[(JobKind, Worker)]) -> Result<Option<Job>> {
    let kinds: Vec<JobKind> = workers.iter().map(|(kind, _)| *kind).collect();
    if kinds.is_empty() {
        return Ok(None);
    }
    while let Some((job, end)) = deps.unwritten.take() {
        write_end(deps, job, end)?;
    }
    let now = deps.clock.now();
    with_store(&*deps.database, |store| store.claim_job(&kinds, now).map_err(Error::from))
}

/// Whether the caller of [`perform`] should run more jobs of the same workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterJob {
    Continue,
    /// The service that the job needs is down, or no worker handles the job's kind.
    Pause,
}

/// Runs a claimed job and stores its result. Returns whether the caller should run more jobs. A job that has used
/// all attempts isn't run, but fails permanently. A job that none of `workers` handles stays claimed.
pub fn perform(deps: &Deps, workers: &[(JobKind, Worker)], job: &Job) -> Result<AfterJob> {
    let Some((_, worker)) = workers.iter().find(|(kind, _)| *kind == job.kind) else {
        return Ok(AfterJob::Pause);
    };
    let outcome = if has_used_all_attempts(job, deps.clock.now()) {
        Outcome::GiveUp("each process that ran it stopped before it finished".to_owned())
    } else {
        worker(deps, job)
    };
    let now = deps.clock.now();
    let is_down = matches!(outcome, Outcome::Unreachable(_) | Outcome::CircuitOpen(_));
    write_end(deps, job.clone(), job_end(job, outcome, now))?;
    Ok(if is_down { AfterJob::Pause } else { AfterJob::Continue })
}

/// Stores a job's result. If the database is down, keeps the result in memory and returns the error.
fn write_end(deps: &Deps, job: Job, end: JobEnd) -> Result<()> {
    let now = deps.clock.now();
    let written = in_transaction(&*deps.database, |store| {
        let is_ours = store.end_job(&job, &end, now)?;
        if is_ours && matches!(end, JobEnd::Failed(_)) {
            mark_subject_failed(deps, store, &job)
        } else {
            Ok(())
        }
    });
    if let Err(Error::StoreDown(_)) = written {
        deps.unwritten.add(job, end);
    }
    written
}

/// Whether a job has had the maximum number of attempts. This is checked before each attempt,
/// because a process that was killed during an earlier attempt stored no result.
fn has_used_all_attempts(job: &Job, now: DateTime<Utc>) -> bool {
    next_attempt_at(job.attempt.unsigned_abs().saturating_sub(1), now).is_none()
}

/// Marks the import or notice of a permanently failed job as failed, in the transaction that ends the job.
fn mark_subject_failed(deps: &Deps, store: &mut dyn Store, job: &Job) -> Result<()> {
    match job.kind {
        JobKind::CheckImport | JobKind::StoreImport => crate::imports::files::mark_failed(deps, store, job),
        JobKind::SendMail | JobKind::SendText => sending::mark_failed(deps, store, job),
        JobKind::CancelIntent => Ok(()),
    }
}

/// Returns what to store for a job after an attempt with this outcome: it is done, is retried later,
/// or has failed permanently.
fn job_end(job: &Job, outcome: Outcome, now: DateTime<Utc>) -> JobEnd {
    match outcome {
        Outcome::Done => JobEnd::Done,
        Outcome::Retry(reason) => retry(job, TimeDelta::zero(), reason, now),
        Outcome::InDoubt(wait, reason) => retry(job, wait, reason, now),
        Outcome::Unreachable(reason) => {
            tracing::warn!(
                job = job.id.0,
                kind = job.kind.as_str(),
                reason,
                "the service that a job needs is down; the job waits"
            );
            retry_uncounted(job, FIRST_WAIT, reason, now)
        }
        Outcome::CircuitOpen(wait) => {
            retry_uncounted(job, wait, "its service failed recently, so it is not called now".to_owned(), now)
        }
        Outcome::GiveUp(reason) => failure(job, reason),
    }
}

/// Schedules another attempt, no earlier than `at_least` from now. After the last attempt, the job fails permanently.
fn retry(job: &Job, at_least: TimeDelta, reason: String, now: DateTime<Utc>) -> JobEnd {
    let (id, kind, attempt) = (job.id.0, job.kind.as_str(), job.attempt);
    let Some(at) = next_attempt_at(attempt.unsigned_abs(), now) else { return failure(job, reason) };
    tracing::warn!(job = id, kind, attempt, reason, "a job failed; will retry");
    JobEnd::Retry(at.max(now + at_least), reason)
}

/// Schedules another attempt without counting this one. A job that is older than
/// [`domain::shared::job::MAX_OUTAGE`] fails permanently instead.
fn retry_uncounted(job: &Job, wait: TimeDelta, reason: String, now: DateTime<Utc>) -> JobEnd {
    if now - job.created_at >= MAX_OUTAGE {
        return failure(job, reason);
    }
    JobEnd::RetryUncounted(now + wait, reason)
}

/// Logs that a job failed permanently, and returns the result to store.
fn failure(job: &Job, reason: String) -> JobEnd {
    let (id, kind, attempt) = (job.id.0, job.kind.as_str(), job.attempt);
    tracing::error!(job = id, kind, attempt, reason, "a job failed permanently");
    JobEnd::Failed(reason)
}
