//! Works off the outbox: each job is claimed, done with no transaction open, and its end written down.
//!
//! An end that cannot be written is kept until it can be. A worker may be killed after it acted and before its end is written; then the job is claimed again. A worker that must not
//! act twice has to find out for itself whether it did.

use chrono::{DateTime, TimeDelta, Utc};
use domain::shared::job::{FIRST_WAIT, JobKind, LONGEST_OUTAGE, next_try};
use ports::shared::jobs::{Job, JobEnd};
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::notices::sending;
use crate::shared::outbox::{Outcome, Worker};

/// Who sends. Each kind has senders of its own, so that a slow mail server holds up no text.
pub const WORKERS: &[(JobKind, Worker)] =
    &[(JobKind::SendMail, crate::notices::mails::send), (JobKind::SendText, sending::send_text)];

/// Who asks the payment provider: a loop of its own, so that a slow provider holds up nobody's mail.
pub const MONEY_WORKERS: &[(JobKind, Worker)] =
    &[(JobKind::CallOffIntent, crate::payments::reconciliation::call_off::call_off)];

/// Who does what takes long: a loop of its own, so that mails and texts do not wait for it.
pub const SLOW_WORKERS: &[(JobKind, Worker)] = &[
    (JobKind::CheckImport, crate::imports::check::check),
    (JobKind::StoreImport, crate::imports::storing::store),
];

/// Jobs done in one run, so that one process does not keep all of them.
const BATCH: usize = 100;

/// Does what is due, at most a batch of it. Returns how many jobs were tried.
///
/// # Errors
/// When the outbox cannot be read or written; a job's own failure is logged and tried again.
pub fn work_off(deps: &Deps, workers: &[(JobKind, Worker)]) -> Result<usize> {
    for done in 0..BATCH {
        let Some(job) = claim(deps, workers)? else { return Ok(done) };
        perform(deps, workers, &job)?;
    }
    Ok(BATCH)
}

/// The longest due job that one of these does, for the caller alone.
///
/// # Errors
/// When the outbox cannot be written.
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

/// Does a job that was claimed, and writes down how it ended. False when there is little use in doing another one now: who
/// would take it is not there, or left alone.
///
/// # Errors
/// When the outbox cannot be written; the job's own failure is logged and tried again.
pub fn perform(deps: &Deps, workers: &[(JobKind, Worker)], job: &Job) -> Result<bool> {
    let Some((_, worker)) = workers.iter().find(|(kind, _)| *kind == job.kind) else { return Ok(false) };
    let outcome = if was_tried_enough(job, deps.clock.now()) {
        Outcome::GiveUp("none of its workers lived to its end".to_owned())
    } else {
        worker(deps, job)
    };
    let now = deps.clock.now();
    let is_reached = !matches!(outcome, Outcome::Unreached(_) | Outcome::LeftAlone(_));
    write_end(deps, job.clone(), end_of(job, outcome, now))?;
    Ok(is_reached)
}

/// Writes it down now, or keeps it until the database is back.
fn write_end(deps: &Deps, job: Job, end: JobEnd) -> Result<()> {
    let now = deps.clock.now();
    let written = in_transaction(&*deps.database, |store| {
        let is_ours = store.end_job(&job, &end, now)?;
        if is_ours && matches!(end, JobEnd::GivenUp(_)) { tell(deps, store, &job) } else { Ok(()) }
    });
    if let Err(Error::StoreDown(_)) = written {
        deps.unwritten.keep(job, end);
    }
    written
}

/// Workers that are killed write no end: this try is one more than there are.
fn was_tried_enough(job: &Job, now: DateTime<Utc>) -> bool {
    next_try(job.attempt.unsigned_abs().saturating_sub(1), now).is_none()
}

/// What waits for a job that was given up is told so in the same transaction: it waits no longer.
fn tell(deps: &Deps, store: &mut dyn Store, job: &Job) -> Result<()> {
    match job.kind {
        JobKind::CheckImport | JobKind::StoreImport => crate::imports::files::given_up(deps, store, job),
        JobKind::SendMail | JobKind::SendText => sending::given_up(deps, store, job),
        JobKind::CallOffIntent => Ok(()),
    }
}

fn end_of(job: &Job, outcome: Outcome, now: DateTime<Utc>) -> JobEnd {
    match outcome {
        Outcome::Done => JobEnd::Done,
        Outcome::Retry(reason) => again(job, TimeDelta::zero(), reason, now),
        Outcome::InDoubt(wait, reason) => again(job, wait, reason, now),
        Outcome::Unreached(reason) => {
            tracing::warn!(job = job.id.0, kind = job.kind.as_str(), reason, "nobody took a job; it waits");
            uncounted(job, FIRST_WAIT, reason, now)
        }
        Outcome::LeftAlone(wait) => uncounted(job, wait, "who takes it is left alone".to_owned(), now),
        Outcome::GiveUp(reason) => given_up(job, reason),
    }
}

fn again(job: &Job, at_least: TimeDelta, reason: String, now: DateTime<Utc>) -> JobEnd {
    let (id, kind, attempt) = (job.id.0, job.kind.as_str(), job.attempt);
    let Some(at) = next_try(attempt.unsigned_abs(), now) else { return given_up(job, reason) };
    tracing::warn!(job = id, kind, attempt, reason, "a job failed; it will be tried again");
    JobEnd::Again(at.max(now + at_least), reason)
}

/// A try that is not counted does not go on for ever either.
fn uncounted(job: &Job, wait: TimeDelta, reason: String, now: DateTime<Utc>) -> JobEnd {
    if now - job.created_at >= LONGEST_OUTAGE {
        return given_up(job, reason);
    }
    JobEnd::Uncounted(now + wait, reason)
}

fn given_up(job: &Job, reason: String) -> JobEnd {
    let (id, kind, attempt) = (job.id.0, job.kind.as_str(), job.attempt);
    tracing::error!(job = id, kind, attempt, reason, "a job was given up");
    JobEnd::GivenUp(reason)
}
