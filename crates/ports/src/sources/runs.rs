//! Runs of citation sources, and the items that their data is about.

use chrono::{DateTime, Utc};
use domain::shared::ids::{ParkingId, SourceRunId, UserId};
use domain::shared::money::Money;
use domain::shared::person::plate_state::PlateState;
use domain::sources::run::{NextRun, RunFailure, RunHistory, RunReason};

use crate::shared::store_error::StoreResult;

/// Results of a run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub struct RunCounts {
    pub plates: i32,
    pub calls: i32,
    pub rows: i32,
    pub filed: i32,
    pub changed: i32,
    pub settled: i32,
    /// Citations queued for staff to decide.
    pub queued: i32,
    /// Rows that couldn't be read or were rejected.
    pub unreadable: i32,
}

/// One run of a citation source, which asks it about all plates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRun {
    /// Id of the run in Lanewise.
    pub id: SourceRunId,
    /// Short name of the source.
    pub source: String,
    /// Why it was started.
    pub reason: RunReason,
    /// Start of the round. Plates queried since then are skipped.
    pub round_at: DateTime<Utc>,
    /// The staff member who requested it, if one did.
    pub by: Option<UserId>,
    /// When the run was started.
    pub started_at: DateTime<Utc>,
    /// When it ended, successfully or not.
    pub ended_at: Option<DateTime<Utc>>,
    /// Until when it waits, if the source throttles us.
    pub waits_until: Option<DateTime<Utc>>,
    /// The last user whose plate was queried.
    pub after: UserId,
    /// Numbers of plates, rows and items so far.
    pub counts: RunCounts,
    /// Why the run failed; `None` if it didn't.
    pub trouble: Option<RunFailure>,
    /// Errors of the run and of unreadable rows, in sentences.
    pub words: Option<String>,
}

/// A run to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewRun<'a> {
    /// Short name of the source.
    pub source: &'a str,
    /// Why it is started, and which plates it skips.
    pub next: NextRun,
    /// The staff member who requested it, if one did.
    pub by: Option<UserId>,
    /// When the run is started.
    pub at: DateTime<Utc>,
}

/// A verified plate and its driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedPlate {
    /// The driver it belongs to.
    pub user: UserId,
    /// Plate, normalized for comparison, and its state.
    pub plate: (String, PlateState),
}

/// Filters for plates that a run still has to query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlateFilter<'a> {
    /// Short name of the source.
    pub source: &'a str,
    /// Only users after this one.
    pub after: UserId,
    /// Only plates not queried since this time, or not since they were verified.
    pub round_at: DateTime<Utc>,
    /// Only plates verified since this time.
    pub verified_since: Option<DateTime<Utc>>,
    /// Maximum number of plates.
    pub most: i64,
}

/// An item that a source's citation is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceCitation {
    /// Short name of the source.
    pub source: String,
    /// The city, such as `New York City`.
    pub authority: String,
    /// The issuer's number of the citation.
    pub number: String,
    /// The driver who owes it.
    pub user: UserId,
    /// The parking ticket that was filed for it.
    pub item: ParkingId,
    /// The plate it was found by; `None` once its driver has closed the account.
    pub plate: Option<(String, PlateState)>,
    /// Amount owed, as the source last reported.
    pub owed: Money,
    /// When the source first said that nothing is owed; `None` if something is.
    pub settled_at: Option<DateTime<Utc>>,
    /// When the source last confirmed this.
    pub as_of: DateTime<Utc>,
}

/// Citation sources in the database.
pub trait Sources {
    /// Returns runs of a source, newest first.
    fn source_runs(&mut self, source: &str, most: i64) -> StoreResult<Vec<SourceRun>>;
    /// Returns the run of a source that hasn't ended.
    fn open_source_run(&mut self, source: &str) -> StoreResult<Option<SourceRun>>;
    /// Returns facts about a source's previous runs.
    fn run_history(&mut self, source: &str) -> StoreResult<RunHistory>;
    /// Starts a run; `None` if another one hasn't ended.
    fn insert_source_run(&mut self, new: &NewRun<'_>) -> StoreResult<Option<SourceRun>>;
    /// Stores a run's progress; `false` if it has ended since it was read.
    fn note_source_run(&mut self, run: &SourceRun) -> StoreResult<bool>;
    /// Counts the verified plates, and those that the source was queried for.
    fn count_source_plates(&mut self, source: &str) -> StoreResult<(i64, i64)>;
    /// Returns the next plates of a run, ordered by user id.
    fn plates_to_query(&mut self, which: PlateFilter<'_>) -> StoreResult<Vec<VerifiedPlate>>;
    /// Records that these users' plates were queried.
    fn mark_queried(&mut self, source: &str, users: &[UserId], at: DateTime<Utc>) -> StoreResult<()>;
    /// Returns the stored citations of these users.
    fn source_citations_of(&mut self, source: &str, users: &[UserId]) -> StoreResult<Vec<SourceCitation>>;
    /// Returns which other users have citations with these numbers.
    fn other_owners_of(
        &mut self,
        source: &str,
        numbers: &[String],
        not: UserId,
    ) -> StoreResult<Vec<(String, UserId)>>;
    /// Whether a source's citation is about this parking ticket.
    fn has_source(&mut self, item: ParkingId) -> StoreResult<bool>;
    /// Stores which item a citation is about and the amount owed for it.
    fn put_source_citation(&mut self, citation: &SourceCitation) -> StoreResult<()>;
    /// Fills in the number and issuer of parking tickets without a citation number, from their city's data: those of
    /// the first `most` citations after this parking ticket. Returns the last parking ticket that was checked.
    fn fill_citation_numbers(&mut self, after: ParkingId, most: i64) -> StoreResult<Option<ParkingId>>;
    /// Records that the source reported the same again.
    fn mark_citations_current(
        &mut self,
        source: &str,
        citations: &[(UserId, String)],
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
}
