use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, exists, min};
use diesel::sql_types::{Array, Text, Timestamptz};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, insert_into, select, sql_query, update};
use domain::shared::ids::JobId;
use domain::shared::job::{CLAIM_LASTS, JobKind};
use ports::shared::jobs::{Job, JobBacklog, JobEnd, Jobs, NewJob};
use ports::shared::store_error::StoreResult;
use serde_json::{Map, Value};

use crate::connection::prepared::{Prepared, execute_prepared};
use crate::error::unknown_value;
use crate::shared::rows::row_by_name;
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::jobs;

row_by_name! {
    /// A job that a worker has just claimed.
    struct ClaimedJob {
        id: i32,
        kind: String,
        payload: Value,
        attempts: i32,
        created_at: DateTime<Utc>,
    }
}

impl Jobs for PgStore<'_> {
    fn enqueue(&mut self, job: &NewJob) -> StoreResult<bool> {
        let inserted = self.run(|connection| {
            if let Some(key) = &job.dedupe_key {
                // A server of release 0.1 leaves the key on jobs that have ended. The key is
                // removed here, because it would prevent storing the new job.
                let ended = jobs::table.filter(jobs::dedupe_key.eq(key)).filter(jobs::done_at.is_not_null());
                execute_prepared(connection, update(ended).set(jobs::dedupe_key.eq(None::<String>)))?;
            }
            insert_into(jobs::table)
                .values((
                    jobs::kind.eq(job.kind.as_str()),
                    jobs::payload.eq(payload_to_json(&job.payload)),
                    jobs::run_at.eq(job.run_at),
                    jobs::dedupe_key.eq(&job.dedupe_key),
                ))
                .on_conflict_do_nothing()
                .returning(jobs::id)
                .prepared()
                .load::<i32>(connection)
        })?;
        Ok(!inserted.is_empty())
    }

    fn claim_job(&mut self, kinds: &[JobKind], now: DateTime<Utc>) -> StoreResult<Option<Job>> {
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
        // SQL: the query builder has no CTEs. A subquery in place of this CTE could run more than once and,
        // because of SKIP LOCKED, claim several jobs.
        let claimed: Vec<ClaimedJob> = self.load(sql_query(
                "WITH due AS MATERIALIZED (
                     SELECT id FROM jobs
                     WHERE done_at IS NULL AND run_at <= $1 AND kind = ANY($2) AND (locked_at IS NULL OR locked_at <= $3)
                     ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
                 UPDATE jobs SET locked_at = $1, attempts = attempts + 1 FROM due WHERE jobs.id = due.id
                 RETURNING jobs.id, kind, payload, attempts, created_at",
            )
            .bind::<Timestamptz, _>(now)
            .bind::<Array<Text>, _>(kinds)
            .bind::<Timestamptz, _>(now - CLAIM_LASTS)
            .prepared())?;
        let job = claimed.into_iter().next().map(|row| {
            Ok(Job {
                id: JobId(row.id),
                kind: parse_job_kind(&row.kind)?,
                payload: payload_from_json(row.payload),
                attempt: row.attempts,
                created_at: row.created_at,
            })
        });
        job.transpose()
    }

    fn end_job(&mut self, job: &Job, end: &JobEnd, now: DateTime<Utc>) -> StoreResult<bool> {
        // The attempt number alone doesn't identify this worker's claim. If the claim has expired and another
        // worker's attempt wasn't counted, the number is the same again, but then `locked_at` is null.
        let claimed = jobs::table
            .find(job.id.0)
            .filter(jobs::attempts.eq(job.attempt))
            .filter(jobs::locked_at.is_not_null());
        let (last_error, run_at, erase) = match end {
            JobEnd::Done => (None, None, true),
            JobEnd::Retry(at, reason) | JobEnd::RetryUncounted(at, reason) => {
                (Some(without_nul(reason)), Some(*at), false)
            }
            JobEnd::Failed(reason) => (Some(without_nul(reason)), None, true),
        };
        let uncounted = i32::from(matches!(end, JobEnd::RetryUncounted(..)));
        let changed = self.load::<i32>(
            update(claimed)
                .set((
                    jobs::locked_at.eq(None::<DateTime<Utc>>),
                    jobs::last_error.eq(last_error),
                    jobs::attempts.eq(jobs::attempts - uncounted),
                    jobs::done_at.eq(erase.then_some(now)),
                    run_at.map(|at| jobs::run_at.eq(at)),
                    erase.then(|| jobs::payload.eq(Value::Object(Map::new()))),
                    erase.then(|| jobs::dedupe_key.eq(None::<String>)),
                ))
                .returning(jobs::id)
                .prepared(),
        )?;
        Ok(!changed.is_empty())
    }

    fn has_unfinished_job(&mut self, key: &str) -> StoreResult<bool> {
        let waiting = jobs::table.filter(jobs::dedupe_key.eq(key)).filter(jobs::done_at.is_null());
        self.get_result(select(exists(waiting)))
    }

    fn unfinished_jobs_by_kind(&mut self) -> StoreResult<Vec<JobBacklog>> {
        let rows: Vec<(String, i64, Option<DateTime<Utc>>)> =
            self.load(jobs::table.filter(jobs::done_at.is_null()).group_by(jobs::kind).select((
                jobs::kind,
                count_star(),
                min(jobs::created_at),
            )))?;
        rows.into_iter()
            .filter_map(|(kind, count, since)| Some((kind, count, since?)))
            .map(|(kind, count, since)| Ok(JobBacklog { kind: parse_job_kind(&kind)?, count, since }))
            .collect()
    }
}

fn parse_job_kind(word: &str) -> StoreResult<JobKind> {
    JobKind::parse(word).ok_or_else(|| unknown_value("jobs.kind"))
}

/// Converts a job's payload to JSON for storing.
fn payload_to_json(payload: &BTreeMap<String, String>) -> Value {
    payload
        .iter()
        .map(|(name, value)| (name.clone(), Value::String(without_nul(value))))
        .collect::<Map<_, _>>()
        .into()
}

/// Converts a stored payload to its fields. Ignores values that aren't strings.
fn payload_from_json(payload: Value) -> BTreeMap<String, String> {
    let Value::Object(fields) = payload else { return BTreeMap::new() };
    fields
        .into_iter()
        .filter_map(|(name, value)| match value {
            Value::String(value) => Some((name, value)),
            _ => None,
        })
        .collect()
}
