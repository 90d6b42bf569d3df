//! The outbox in memory.

use chrono::{DateTime, Utc};
use domain::shared::ids::JobId;
use domain::shared::job::{CLAIM_LASTS, JobKind};
use ports::shared::jobs::{Job, JobEnd, Jobs, NewJob};
use ports::shared::store_error::StoreResult;

use crate::support::store::memory::MemoryJob;
use crate::support::store::unit::Unit;

impl Jobs for Unit<'_> {
    fn enqueue(&mut self, job: &NewJob) -> StoreResult<bool> {
        let is_known = |row: &MemoryJob| job.dedupe_key.is_some() && row.job.dedupe_key == job.dedupe_key;
        if self.tables.jobs.iter().any(is_known) {
            return Ok(false);
        }
        self.tables.jobs.push(MemoryJob { job: job.clone(), attempt: 0, locked_at: None, end: None });
        Ok(true)
    }

    fn claim_job(&mut self, kinds: &[JobKind], now: DateTime<Utc>) -> StoreResult<Option<Job>> {
        let is_due = |row: &MemoryJob| {
            kinds.contains(&row.job.kind)
                && !matches!(row.end, Some(JobEnd::Done | JobEnd::GivenUp(_)))
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
            }
        }))
    }

    fn end_job(&mut self, job: &Job, end: &JobEnd, _now: DateTime<Utc>) -> StoreResult<bool> {
        let row = &mut self.tables.jobs[usize::try_from(job.id.0 - 1).unwrap()];
        if row.attempt != job.attempt {
            return Ok(false);
        }
        if let JobEnd::Again(at, _) = end {
            row.job.run_at = *at;
        }
        row.locked_at = None;
        row.end = Some(end.clone());
        Ok(true)
    }

    fn delete_ended_jobs(&mut self, _before: DateTime<Utc>) -> StoreResult<usize> {
        Ok(0)
    }
}
