use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, delete, insert_into,
    update,
};
use domain::shared::ids::JobId;
use domain::shared::job::{CLAIM_LASTS, JobKind};
use ports::shared::jobs::{Job, JobEnd, Jobs, NewJob};
use ports::shared::store_error::StoreResult;
use serde_json::{Map, Value};

use crate::error::unknown_value;
use crate::schema::jobs;
use crate::shared::search::without_nul;
use crate::store::PgStore;

impl Jobs for PgStore<'_> {
    fn enqueue(&mut self, job: &NewJob) -> StoreResult<bool> {
        let inserted = self.run(|connection| {
            insert_into(jobs::table)
                .values((
                    jobs::kind.eq(job.kind.as_str()),
                    jobs::payload.eq(to_json(&job.payload)),
                    jobs::run_at.eq(job.run_at),
                    jobs::dedupe_key.eq(&job.dedupe_key),
                ))
                .on_conflict_do_nothing()
                .execute(connection)
        })?;
        Ok(inserted > 0)
    }

    fn claim_job(&mut self, kinds: &[JobKind], now: DateTime<Utc>) -> StoreResult<Option<Job>> {
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
        let claimed: Option<(i32, String, Value, i32)> = self.run(|connection| {
            let due = jobs::table
                .filter(jobs::done_at.is_null())
                .filter(jobs::run_at.le(now))
                .filter(jobs::kind.eq_any(kinds))
                .filter(jobs::locked_at.is_null().or(jobs::locked_at.le(now - CLAIM_LASTS)))
                .order((jobs::run_at, jobs::id))
                .select(jobs::id)
                .for_update()
                .skip_locked();
            // Two statements in one transaction: a sub-select with SKIP LOCKED may be run more than once by the planner.
            diesel::Connection::transaction(connection, |connection| {
                let Some(id) = due.first::<i32>(connection).optional()? else { return Ok(None) };
                update(jobs::table.find(id))
                    .set((jobs::locked_at.eq(now), jobs::attempts.eq(jobs::attempts + 1)))
                    .returning((jobs::id, jobs::kind, jobs::payload, jobs::attempts))
                    .get_result(connection)
                    .map(Some)
            })
        })?;
        claimed
            .map(|(id, kind, payload, attempt)| {
                let kind = JobKind::parse(&kind).ok_or_else(|| unknown_value("jobs.kind"))?;
                Ok(Job { id: JobId(id), kind, payload: from_json(payload), attempt })
            })
            .transpose()
    }

    fn end_job(&mut self, job: &Job, end: &JobEnd, now: DateTime<Utc>) -> StoreResult<bool> {
        let claimed =
            jobs::table.find(job.id.0).filter(jobs::attempts.eq(job.attempt)).filter(jobs::done_at.is_null());
        let (last_error, run_at, erase) = match end {
            JobEnd::Done => (None, None, true),
            JobEnd::Again(at, reason) => (Some(without_nul(reason)), Some(*at), false),
            JobEnd::GivenUp(reason) => (Some(without_nul(reason)), None, true),
        };
        let changed = self.run(|connection| {
            update(claimed)
                .set((
                    jobs::locked_at.eq(None::<DateTime<Utc>>),
                    jobs::last_error.eq(last_error),
                    jobs::done_at.eq(erase.then_some(now)),
                    run_at.map(|at| jobs::run_at.eq(at)),
                    erase.then(|| jobs::payload.eq(Value::Object(Map::new()))),
                ))
                .execute(connection)
        })?;
        Ok(changed > 0)
    }

    fn delete_ended_jobs(&mut self, before: DateTime<Utc>) -> StoreResult<usize> {
        self.run(|connection| delete(jobs::table.filter(jobs::done_at.lt(before))).execute(connection))
    }
}

fn to_json(payload: &BTreeMap<String, String>) -> Value {
    payload
        .iter()
        .map(|(name, value)| (name.clone(), Value::String(without_nul(value))))
        .collect::<Map<_, _>>()
        .into()
}

fn from_json(payload: Value) -> BTreeMap<String, String> {
    let Value::Object(fields) = payload else { return BTreeMap::new() };
    fields
        .into_iter()
        .filter_map(|(name, value)| match value {
            Value::String(value) => Some((name, value)),
            _ => None,
        })
        .collect()
}
