//! In-memory store of citation sources' runs, citations and queried plates.

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::accounts::verification::Claim;
use domain::shared::ids::{ParkingId, SourceRunId, UserId};
use domain::shared::person::plate_state::PlateState;
use domain::sources::run::{FailedRun, RunHistory};
use ports::shared::store_error::StoreResult;
use ports::sources::runs::{
    NewRun, PlateCounts, PlateFilter, RunCounts, SourceCitation, SourceRun, Sources, VerifiedPlate,
};

use crate::support::store::unit::Unit;

#[derive(Clone, Default)]
pub struct SourceTables {
    pub runs: Vec<SourceRun>,
    /// The users whose plates a source was queried for, with the source and the time.
    pub queried: Vec<(String, UserId, DateTime<Utc>)>,
    pub citations: Vec<SourceCitation>,
}

impl Sources for Unit<'_> {
    fn source_runs(&mut self, source: &str, limit: i64) -> StoreResult<Vec<SourceRun>> {
        let runs = self.tables.sources.runs.iter().rev().filter(|run| run.source == source);
        Ok(runs.take(usize::try_from(limit).unwrap()).cloned().collect())
    }

    fn open_source_run(&mut self, source: &str) -> StoreResult<Option<SourceRun>> {
        let is_open = |run: &&SourceRun| run.source == source && run.ended_at.is_none();
        Ok(self.tables.sources.runs.iter().find(is_open).cloned())
    }

    fn run_history(&mut self, source: &str) -> StoreResult<RunHistory> {
        let ended = || {
            let runs = self.tables.sources.runs.iter();
            runs.filter(|run| run.source == source && run.ended_at.is_some())
        };
        let whole = ended().filter(|run| run.failure.is_none() && run.reason.is_round());
        let failed = ended().next_back().filter(|run| run.failure.is_some());
        Ok(RunHistory {
            round_at: whole.map(|run| run.round_at).max(),
            failed: failed.map(|run| FailedRun {
                failed_at: run.ended_at.unwrap(),
                round_started_at: run.reason.is_round().then_some(run.round_at),
            }),
        })
    }

    fn insert_source_run(&mut self, new: &NewRun<'_>) -> StoreResult<Option<SourceRun>> {
        if self.open_source_run(new.source)?.is_some() {
            return Ok(None);
        }
        let runs = &mut self.tables.sources.runs;
        let run = SourceRun {
            id: SourceRunId(i32::try_from(runs.len()).unwrap() + 1),
            source: new.source.to_owned(),
            reason: new.next.reason,
            round_at: new.next.round_at,
            by: new.by,
            started_at: new.at,
            ended_at: None,
            waits_until: None,
            last_user: UserId(0),
            counts: RunCounts::default(),
            failure: None,
            error_text: None,
        };
        runs.push(run.clone());
        Ok(Some(run))
    }

    fn store_source_run(&mut self, run: &SourceRun) -> StoreResult<bool> {
        let mut runs = self.tables.sources.runs.iter_mut();
        let stored = runs.find(|stored| stored.id == run.id && stored.ended_at.is_none());
        Ok(stored.map(|stored| stored.clone_from(run)).is_some())
    }

    fn count_source_plates(&mut self, source: &str) -> StoreResult<PlateCounts> {
        let verified =
            || self.tables.open_users().filter_map(|user| Some((user, user.verified.of(Claim::Plate)?.at)));
        let is_asked = |(user, verified_at): &(&User, DateTime<Utc>)| {
            self.last_queried_at(source, user.id).is_some_and(|at| at >= *verified_at)
        };
        let asked = verified().filter(is_asked).count();
        Ok(PlateCounts {
            verified: verified().count().try_into().unwrap(),
            queried: asked.try_into().unwrap(),
        })
    }

    fn plates_to_query(&mut self, which: PlateFilter<'_>) -> StoreResult<Vec<VerifiedPlate>> {
        let mut plates: Vec<VerifiedPlate> = self
            .tables
            .open_users()
            .filter_map(|user| {
                let verified_at = user.verified.of(Claim::Plate)?.at;
                let is_asked = self
                    .last_queried_at(which.source, user.id)
                    .is_some_and(|at| at >= which.round_at && at >= verified_at);
                let is_new = which.verified_since.is_none_or(|since| verified_at >= since);
                let (plate, state) = user.claimed_detail(Claim::Plate)?;
                let state = PlateState::from_name(state?)?;
                let is_next = user.id > which.after && !is_asked && is_new;
                is_next.then_some(VerifiedPlate { user: user.id, plate: (plate, state) })
            })
            .collect();
        plates.sort_by_key(|plate| plate.user);
        plates.truncate(usize::try_from(which.limit).unwrap());
        Ok(plates)
    }

    fn mark_queried(&mut self, source: &str, users: &[UserId], queried_at: DateTime<Utc>) -> StoreResult<()> {
        self.tables.sources.queried.retain(|(of, user, _)| of != source || !users.contains(user));
        self.tables.sources.queried.extend(users.iter().map(|user| (source.to_owned(), *user, queried_at)));
        Ok(())
    }

    fn source_citations_of(&mut self, source: &str, users: &[UserId]) -> StoreResult<Vec<SourceCitation>> {
        let all = self.tables.sources.citations.iter().filter(|citation| citation.source == source);
        let own = all.filter(|citation| users.contains(&citation.user));
        Ok(own.cloned().collect())
    }

    fn other_owners_of(
        &mut self,
        source: &str,
        numbers: &[String],
        except: UserId,
    ) -> StoreResult<Vec<(String, UserId)>> {
        let others = self.tables.sources.citations.iter().filter(|citation| citation.source == source);
        let others = others.filter(|citation| citation.user != except && numbers.contains(&citation.number));
        Ok(others.map(|citation| (citation.number.clone(), citation.user)).collect())
    }

    fn is_from_source(&mut self, item: ParkingId) -> StoreResult<bool> {
        Ok(self.tables.sources.citations.iter().any(|citation| citation.item == item))
    }

    fn put_source_citation(&mut self, citation: &SourceCitation) -> StoreResult<()> {
        self.must_be_transaction();
        let citations = &mut self.tables.sources.citations;
        let is_same = |stored: &SourceCitation| {
            (&stored.source, stored.user, &stored.number)
                == (&citation.source, citation.user, &citation.number)
        };
        citations.retain(|stored| !is_same(stored));
        assert!(citations.iter().all(|stored| stored.item != citation.item), "an item has one citation");
        citations.push(citation.clone());
        Ok(())
    }

    fn fill_citation_numbers(&mut self, after: ParkingId, limit: i64) -> StoreResult<Option<ParkingId>> {
        let mut citations = self.tables.sources.citations.clone();
        citations.retain(|citation| citation.item.0 > after.0);
        citations.sort_by_key(|citation| citation.item.0);
        citations.truncate(usize::try_from(limit).unwrap());
        for citation in &citations {
            let mut parking = self.tables.parking.iter_mut();
            let item = parking.find(|item| item.id == citation.item && item.filed.citation_number.is_none());
            if let Some(item) = item {
                item.filed.citation_number = Some(citation.number.clone());
                item.filed.issuer.get_or_insert_with(|| citation.authority.clone());
                item.version += 1;
            }
        }
        Ok(citations.last().map(|citation| citation.item))
    }

    fn mark_citations_current(
        &mut self,
        source: &str,
        citations: &[(UserId, String)],
        queried_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        for stored in self.tables.sources.citations.iter_mut().filter(|one| one.source == source) {
            if citations.iter().any(|(user, number)| (stored.user, &stored.number) == (*user, number)) {
                stored.as_of = queried_at;
            }
        }
        Ok(())
    }
}

impl Unit<'_> {
    /// Returns when a source was last queried for a user's plate; `None` if it never was.
    fn last_queried_at(&self, source: &str, user: UserId) -> Option<DateTime<Utc>> {
        let mut asked = self.tables.sources.queried.iter();
        asked.find(|(of, asked, _)| of == source && *asked == user).map(|(_, _, at)| *at)
    }
}
