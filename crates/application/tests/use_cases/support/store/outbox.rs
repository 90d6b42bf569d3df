//! In-memory outbox.

use chrono::{DateTime, Utc};
use domain::shared::ids::JobId;
use domain::shared::job::{CLAIM_LASTS, JobKind};
use ports::shared::jobs::{Job, JobBacklog, JobEnd, Jobs, NewJob};
use ports::shared::store_error::StoreResult;

use crate::support::store::audit_trail::without_nul;
use crate::support::store::memory::MemoryJob;
use crate::support::store::unit::Unit;

fn has_ended(row: &MemoryJob) -> bool {
    matches!(row.end, Some(JobEnd::Done | JobEnd::Failed(_)))
}

impl Jobs for Unit<'_> {
    fn enqueue(&mut self, job: &NewJob) -> StoreResult<bool> {
        if let Some(key) = &job.dedupe_key
            && self.has_unfinished_job(key)?
        {
            return Ok(false);
        }
        let id = JobId(self.tables.next_id("jobs", self.tables.jobs.len()));
        let payload = job.payload.iter().map(|(name, value)| (name.clone(), without_nul(value))).collect();
        let job = NewJob { payload, ..job.clone() };
        let row = MemoryJob {
            id,
            created_at: job.run_at,
            job,
            attempt: 0,
            locked_at: None,
            end: None,
            done_at: None,
        };
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
        let longest_due =
            self.tables.jobs.iter_mut().filter(|row| is_due(row)).min_by_key(|row| (row.job.run_at, row.id));
        Ok(longest_due.map(|row| {
            row.attempt += 1;
            row.locked_at = Some(now);
            Job {
                id: row.id,
                kind: row.job.kind,
                payload: row.job.payload.clone(),
                attempt: row.attempt,
                created_at: row.created_at,
            }
        }))
    }

    fn end_job(&mut self, job: &Job, end: &JobEnd, now: DateTime<Utc>) -> StoreResult<bool> {
        let is_claimed =
            |row: &&mut MemoryJob| row.id == job.id && row.attempt == job.attempt && row.locked_at.is_some();
        let Some(row) = self.tables.jobs.iter_mut().find(is_claimed) else { return Ok(false) };
        if let JobEnd::Retry(at, _) | JobEnd::RetryUncounted(at, _) = end {
            row.job.run_at = *at;
        }
        if matches!(end, JobEnd::RetryUncounted(..)) {
            row.attempt -= 1;
        }
        row.locked_at = None;
        row.end = Some(end.clone());
        if has_ended(row) {
            row.done_at = Some(now);
        }
        Ok(true)
    }

    fn has_unfinished_job(&mut self, key: &str) -> StoreResult<bool> {
        let is_waiting_job = |row: &MemoryJob| row.job.dedupe_key.as_deref() == Some(key) && !has_ended(row);
        Ok(self.tables.jobs.iter().any(is_waiting_job))
    }

    fn unfinished_jobs_by_kind(&mut self) -> StoreResult<Vec<JobBacklog>> {
        let mut backlogs: Vec<JobBacklog> = vec![];
        for row in self.tables.jobs.iter().filter(|row| !has_ended(row)) {
            match backlogs.iter_mut().find(|backlog| backlog.kind == row.job.kind) {
                Some(backlog) => {
                    backlog.count += 1;
                    backlog.since = backlog.since.min(row.created_at);
                }
                None => backlogs.push(JobBacklog { kind: row.job.kind, count: 1, since: row.created_at }),
            }
        }
        Ok(backlogs)
    }
}
