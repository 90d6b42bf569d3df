//! Runs of citation sources, and the items that a source has data about.

use chrono::{DateTime, Utc};
use domain::shared::ids::{ParkingId, SourceRunId, UserId};
use domain::shared::money::Money;
use domain::shared::person::plate_state::PlateState;
use domain::sources::run::{NextRun, RunFailure, RunHistory, RunReason};

use crate::shared::store_error::StoreResult;

/// Results of a run so far: numbers of plates, rows and items.
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
    /// Rows that couldn't be parsed or were rejected.
    pub unreadable: i32,
}

/// A run of a citation source. A run queries the source for a set of plates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRun {
    /// Id of the run in Lanewise.
    pub id: SourceRunId,
    /// Short name of the source.
    pub source: String,
    /// Why the run was started.
    pub reason: RunReason,
    /// When the run's round started. A round queries every verified plate once. If a run fails, the next run
    /// continues the round and skips plates queried since this time. Unused for [`RunReason::Verified`].
    pub round_at: DateTime<Utc>,
    /// The staff member who requested the run, if one did.
    pub by: Option<UserId>,
    /// When the run was started.
    pub started_at: DateTime<Utc>,
    /// When the run ended, successfully or not; `None` before that.
    pub ended_at: Option<DateTime<Utc>>,
    /// When the run continues, if the source or our own hourly limit makes it wait.
    pub waits_until: Option<DateTime<Utc>>,
    /// The last user whose plate was queried.
    pub last_user: UserId,
    /// Numbers of plates, rows and items that the run has processed so far.
    pub counts: RunCounts,
    /// Why the run, or a part of it, failed; `None` if nothing has failed. A run can go on after an invalid response.
    pub failure: Option<RunFailure>,
    /// Errors of the run and of rows that couldn't be parsed, one sentence per line; `None` without errors.
    pub error_text: Option<String>,
}

/// A run to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewRun<'a> {
    /// Short name of the source.
    pub source: &'a str,
    /// Why the run is started, and which plates it skips.
    pub next: NextRun,
    /// The staff member who requested the run, if one did.
    pub by: Option<UserId>,
    /// When the run is started.
    pub at: DateTime<Utc>,
}

/// A verified plate and its driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedPlate {
    /// The driver whom the plate belongs to.
    pub user: UserId,
    /// The plate, normalized for comparison, with its state.
    pub plate: (String, PlateState),
}

/// Which plates a run still has to query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlateFilter<'a> {
    /// Short name of the source.
    pub source: &'a str,
    /// Only users with ids above this id.
    pub after: UserId,
    /// Only plates that were never queried, or that were last queried before this time
    /// or before their verification.
    pub round_at: DateTime<Utc>,
    /// Only plates that staff verified since this time.
    pub verified_since: Option<DateTime<Utc>>,
    /// Maximum number of plates.
    pub limit: i64,
}

/// A citation in a source's data, with the item that was filed for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceCitation {
    /// Short name of the source.
    pub source: String,
    /// The city, such as `New York City`.
    pub authority: String,
    /// The issuer's number of the citation.
    pub number: String,
    /// The driver of the plate, on whose record the citation is.
    pub user: UserId,
    /// The parking ticket that was filed for the citation.
    pub item: ParkingId,
    /// The plate that the citation was found by; `None` once the driver has closed the account.
    pub plate: Option<(String, PlateState)>,
    /// Amount owed, as the source last reported.
    pub owed: Money,
    /// When the source first reported that nothing is owed; `None` if something is owed.
    pub settled_at: Option<DateTime<Utc>>,
    /// When the source last confirmed the amount.
    pub as_of: DateTime<Utc>,
}

/// Numbers of verified plates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlateCounts {
    /// All verified plates.
    pub verified: i64,
    /// Verified plates that a source was queried for since they were verified.
    pub queried: i64,
}

/// Citation sources in the database.
pub trait Sources {
    /// Returns runs of a source, newest first.
    fn source_runs(&mut self, source: &str, limit: i64) -> StoreResult<Vec<SourceRun>>;
    /// Returns the run of a source that hasn't ended.
    fn open_source_run(&mut self, source: &str) -> StoreResult<Option<SourceRun>>;
    /// Returns the times of a source's previous runs that decide when the next one starts.
    fn run_history(&mut self, source: &str) -> StoreResult<RunHistory>;
    /// Stores a new run and returns it; `None` if another run of the source hasn't ended.
    fn insert_source_run(&mut self, new: &NewRun<'_>) -> StoreResult<Option<SourceRun>>;
    /// Stores a run's progress; `false` if it has ended since it was read.
    fn store_source_run(&mut self, run: &SourceRun) -> StoreResult<bool>;
    /// Counts the verified plates, and how many of them the source was queried for after their verification.
    fn count_source_plates(&mut self, source: &str) -> StoreResult<PlateCounts>;
    /// Returns the next plates of a run, ordered by user id.
    fn plates_to_query(&mut self, filter: PlateFilter<'_>) -> StoreResult<Vec<VerifiedPlate>>;
    /// Stores that a source was queried for these users' plates.
    fn mark_queried(&mut self, source: &str, users: &[UserId], queried_at: DateTime<Utc>) -> StoreResult<()>;
    /// Returns the citations of a source that are stored for these users.
    fn source_citations_of(&mut self, source: &str, users: &[UserId]) -> StoreResult<Vec<SourceCitation>>;
    /// Returns pairs of a citation number in `numbers` and a user, other than `except`, who has a
    /// citation with this number.
    fn other_owners_of(
        &mut self,
        source: &str,
        numbers: &[String],
        except: UserId,
    ) -> StoreResult<Vec<(String, UserId)>>;
    /// Whether this parking ticket was filed for a citation in a source's data.
    fn is_from_source(&mut self, item: ParkingId) -> StoreResult<bool>;
    /// Stores a citation of a source. If it is already stored for this driver, updates only the amount owed and
    /// the times `settled_at` and `as_of`.
    fn put_source_citation(&mut self, citation: &SourceCitation) -> StoreResult<()>;
    /// Copies citation numbers from cities' data to parking tickets without a number, and the issuer to those
    /// without an issuer. Checks up to `limit` parking tickets with ids above `after`. Returns the last
    /// parking ticket checked; `None` if none was left.
    fn fill_citation_numbers(&mut self, after: ParkingId, limit: i64) -> StoreResult<Option<ParkingId>>;
    /// Stores that the source reported these citations unchanged. Each is named by its driver and its number.
    fn mark_citations_current(
        &mut self,
        source: &str,
        citations: &[(UserId, String)],
        queried_at: DateTime<Utc>,
    ) -> StoreResult<()>;
}
