//! Row types of runs and of sources' citations.

use chrono::{DateTime, Utc};
use diesel::{AsChangeset, Queryable, Selectable};
use domain::shared::ids::{ParkingId, SourceRunId, UserId};
use domain::shared::money::Money;
use domain::shared::person::plate_state::PlateState;
use domain::sources::run::{RunFailure, RunReason};
use ports::shared::store_error::StoreError;
use ports::sources::runs::{RunCounts, SourceCitation, SourceRun};

use crate::shared::rows::{parse_optional_word, parse_word};
use schema::{source_citations, source_runs};

/// The columns of a run that change while it runs.
#[derive(Queryable, Selectable, AsChangeset)]
#[diesel(table_name = source_runs, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
pub(super) struct RunState {
    ended_at: Option<DateTime<Utc>>,
    waits_until: Option<DateTime<Utc>>,
    after_user: i32,
    plates: i32,
    calls: i32,
    answered_rows: i32,
    filed: i32,
    changed: i32,
    settled: i32,
    queued: i32,
    unreadable: i32,
    trouble: Option<String>,
    words: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = source_runs, check_for_backend(diesel::pg::Pg))]
pub(super) struct RunRow {
    id: i32,
    source: String,
    reason: String,
    round_at: DateTime<Utc>,
    requested_by: Option<i32>,
    started_at: DateTime<Utc>,
    #[diesel(embed)]
    state: RunState,
}

impl From<&SourceRun> for RunState {
    fn from(run: &SourceRun) -> Self {
        let counts = &run.counts;
        Self {
            ended_at: run.ended_at,
            waits_until: run.waits_until,
            after_user: run.last_user.0,
            plates: counts.plates,
            calls: counts.calls,
            answered_rows: counts.rows,
            filed: counts.filed,
            changed: counts.changed,
            settled: counts.settled,
            queued: counts.queued,
            unreadable: counts.unreadable,
            trouble: run.failure.map(|failure| failure.as_str().to_owned()),
            words: run.error_text.as_deref().map(crate::shared::search::without_nul),
        }
    }
}

impl TryFrom<RunRow> for SourceRun {
    type Error = StoreError;

    fn try_from(row: RunRow) -> Result<Self, StoreError> {
        let state = row.state;
        Ok(Self {
            id: SourceRunId(row.id),
            source: row.source,
            reason: parse_word("source_runs.reason", &row.reason, RunReason::parse)?,
            round_at: row.round_at,
            by: row.requested_by.map(UserId),
            started_at: row.started_at,
            ended_at: state.ended_at,
            waits_until: state.waits_until,
            last_user: UserId(state.after_user),
            counts: RunCounts {
                plates: state.plates,
                calls: state.calls,
                rows: state.answered_rows,
                filed: state.filed,
                changed: state.changed,
                settled: state.settled,
                queued: state.queued,
                unreadable: state.unreadable,
            },
            failure: parse_optional_word("source_runs.trouble", state.trouble.as_deref(), RunFailure::parse)?,
            error_text: state.words,
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = source_citations, check_for_backend(diesel::pg::Pg))]
pub(super) struct CitationRow {
    source: String,
    number: String,
    user_id: i32,
    parking_id: i32,
    authority: String,
    plate: Option<String>,
    plate_state: Option<String>,
    owed_cents: i64,
    settled_at: Option<DateTime<Utc>>,
    as_of: DateTime<Utc>,
}

impl TryFrom<CitationRow> for SourceCitation {
    type Error = StoreError;

    fn try_from(row: CitationRow) -> Result<Self, StoreError> {
        let state = parse_optional_word(
            "source_citations.plate_state",
            row.plate_state.as_deref(),
            PlateState::from_name,
        )?;
        Ok(Self {
            source: row.source,
            authority: row.authority,
            number: row.number,
            user: UserId(row.user_id),
            item: ParkingId(row.parking_id),
            plate: row.plate.zip(state),
            owed: Money::from_cents(row.owed_cents),
            settled_at: row.settled_at,
            as_of: row.as_of,
        })
    }
}
