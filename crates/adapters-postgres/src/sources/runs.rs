//! Runs of citation sources in the database.

use chrono::{DateTime, Utc};
use diesel::dsl::max;
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper, insert_into, update,
};
use domain::shared::ids::{ParkingId, UserId};
use domain::sources::run::{FailedRun, RunHistory, RunReason};
use ports::shared::store_error::StoreResult;
use ports::sources::runs::{
    NewRun, PlateCounts, PlateFilter, SourceCitation, SourceRun, Sources, VerifiedPlate,
};

use crate::shared::rows::{convert_row, convert_rows};
use crate::sources::rows::{RunRow, RunState};
use crate::sources::{citations, plates};
use crate::store::PgStore;
use schema::source_runs;

impl Sources for PgStore<'_> {
    fn source_runs(&mut self, source: &str, limit: i64) -> StoreResult<Vec<SourceRun>> {
        self.entities::<RunRow, _>(
            source_runs::table
                .filter(source_runs::source.eq(source))
                .order(source_runs::id.desc())
                .limit(limit)
                .select(RunRow::as_select()),
        )
    }

    fn open_source_run(&mut self, source: &str) -> StoreResult<Option<SourceRun>> {
        self.first_entity::<RunRow, _>(
            source_runs::table
                .filter(source_runs::source.eq(source))
                .filter(source_runs::ended_at.is_null())
                .select(RunRow::as_select()),
        )
    }

    fn run_history(&mut self, source: &str) -> StoreResult<RunHistory> {
        let ended = || {
            source_runs::table
                .filter(source_runs::source.eq(source))
                .filter(source_runs::ended_at.is_not_null())
        };
        let (round_at, last): (Option<DateTime<Utc>>, Option<RunRow>) = self.run(|connection| {
            let round_at = ended()
                .filter(source_runs::reason.ne(RunReason::Verified.as_str()))
                .filter(source_runs::trouble.is_null())
                .select(max(source_runs::round_at))
                .first(connection)?;
            let last = ended().order(source_runs::id.desc()).select(RunRow::as_select());
            Ok((round_at, last.first(connection).optional()?))
        })?;
        let last: Option<SourceRun> = convert_row(last)?;
        let failed = last.filter(|run| run.failure.is_some()).and_then(|run| {
            let round_started_at = run.reason.is_round().then_some(run.round_at);
            run.ended_at.map(|failed_at| FailedRun { failed_at, round_started_at })
        });
        Ok(RunHistory { round_at, failed })
    }

    fn insert_source_run(&mut self, new: &NewRun<'_>) -> StoreResult<Option<SourceRun>> {
        self.optional_entity::<RunRow, _>(
            insert_into(source_runs::table)
                .values((
                    source_runs::source.eq(new.source),
                    source_runs::reason.eq(new.next.reason.as_str()),
                    source_runs::round_at.eq(new.next.round_at),
                    source_runs::requested_by.eq(new.by.map(|by| by.0)),
                    source_runs::started_at.eq(new.at),
                ))
                .on_conflict_do_nothing()
                .returning(RunRow::as_returning()),
        )
    }

    fn store_source_run(&mut self, run: &SourceRun) -> StoreResult<bool> {
        let updated = self.count_changed(
            update(source_runs::table.find(run.id.0).filter(source_runs::ended_at.is_null()))
                .set(RunState::from(run)),
        )?;
        Ok(updated > 0)
    }

    fn count_source_plates(&mut self, source: &str) -> StoreResult<PlateCounts> {
        self.run(|connection| plates::count_plates(connection, source))
    }

    fn plates_to_query(&mut self, which: PlateFilter<'_>) -> StoreResult<Vec<VerifiedPlate>> {
        convert_rows(self.run(|connection| plates::users_to_query(connection, which))?)
    }

    fn mark_queried(&mut self, source: &str, users: &[UserId], queried_at: DateTime<Utc>) -> StoreResult<()> {
        self.run(|connection| plates::mark_queried(connection, source, users, queried_at))?;
        Ok(())
    }

    fn source_citations_of(&mut self, source: &str, users: &[UserId]) -> StoreResult<Vec<SourceCitation>> {
        convert_rows(self.run(|connection| citations::citations_of_users(connection, source, users))?)
    }

    fn other_owners_of(
        &mut self,
        source: &str,
        numbers: &[String],
        except: UserId,
    ) -> StoreResult<Vec<(String, UserId)>> {
        self.run(|connection| citations::other_owners(connection, source, numbers, except))
    }

    fn is_from_source(&mut self, item: ParkingId) -> StoreResult<bool> {
        self.run(|connection| citations::has_citation(connection, item))
    }

    fn put_source_citation(&mut self, citation: &SourceCitation) -> StoreResult<()> {
        self.run(|connection| citations::put_citation(connection, citation))?;
        Ok(())
    }

    fn fill_citation_numbers(&mut self, after: ParkingId, limit: i64) -> StoreResult<Option<ParkingId>> {
        let last = self.run(|connection| citations::fill_numbers(connection, after.0, limit))?;
        Ok(last.map(ParkingId))
    }

    fn mark_citations_current(
        &mut self,
        source: &str,
        citations: &[(UserId, String)],
        queried_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.run(|connection| citations::mark_citations_current(connection, source, citations, queried_at))?;
        Ok(())
    }
}
