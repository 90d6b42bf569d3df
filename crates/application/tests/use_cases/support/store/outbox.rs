//! In-memory outbox.

use chrono::{DateTime, Utc};
use domain::shared::ids::JobId;
use domain::shared::job::{CLAIM_LASTS, JobKind};
use ports::shared::jobs::{Job, JobBacklog, JobEnd, Jobs, NewJob};
use ports::shared::store_error::StoreResult;

use crate::support::store::memory::MemoryJob;
use crate::support::store::unit::Unit;

fn has_ended(row: &MemoryJob) -> bool {
    matches!(row.end, Some(JobEnd::Done | JobEnd::Failed(_)))
}

impl Jobs for Unit<'_> {
    fn enqueue(&mut self, job: &NewJob) -> StoreResult<bool> {
        if let Some(key) = &job.dedupe_key
            && self.is_job_waiting(key)?
        {
            return Ok(false);
        }
        let row =
            MemoryJob { job: job.clone(), created_at: job.run_at, attempt: 0, locked_at: None, end: None };
        self.tables.jobs.push(row);
        Ok(true)
    }

    fn claim_job(&mut self, kinds: &[JobKind], now: DateTime<Utc>) -> StoreResult<Option<Job>> {
        let is_due = |row: &MemoryJob| {
            kinds.contains(&row.job.kind)
                && !has_ended(row)
                && row.job.run_at <= now
                && row.locked_at.is_none_or(|since| since <= now - CLAIM_LASTS)
        };
        let longest_due = self
            .tables
            .jobs
            .iter_mut()
            .enumerate()
            .filter(|(_, row)| is_due(row))
            .min_by_key(|(_, row)| row.job.run_at);
        Ok(longest_due.map(|(place, row)| {
            row.attempt += 1;
            row.locked_at = Some(now);
            Job {
                id: JobId(i32::try_from(place).unwrap() + 1),
                kind: row.job.kind,
                payload: row.job.payload.clone(),
                attempt: row.attempt,
                created_at: row.created_at,
            }
        }))
    }

    fn end_job(&mut self, job: &Job, end: &JobEnd, _now: DateTime<Utc>) -> StoreResult<bool> {
        let row = &mut self.tables.jobs[usize::try_from(job.id.0 - 1).unwrap()];
        if row.attempt != job.attempt || row.locked_at.is_none() {
            return Ok(false);
        }
        if let JobEnd::Retry(at, _) | JobEnd::RetryUncounted(at, _) = end {
            row.job.run_at = *at;
        }
        if matches!(end, JobEnd::RetryUncounted(..)) {
            row.attempt -= 1;
        }
        row.locked_at = None;
        row.end = Some(end.clone());
        Ok(true)
    }

    fn is_job_waiting(&mut self, key: &str) -> StoreResult<bool> {
        let is_waiting_job = |row: &MemoryJob| row.job.dedupe_key.as_deref() == Some(key) && !has_ended(row);
        Ok(self.tables.jobs.iter().any(is_waiting_job))
    }

    fn waiting_jobs(&mut self) -> StoreResult<Vec<JobBacklog>> {
        Ok(vec![])
    }
}
