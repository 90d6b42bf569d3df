//! What was asked of the cities, and which items their data are about.

use chrono::{DateTime, Utc};
use domain::shared::ids::{ParkingId, SourceRunId, UserId};
use domain::shared::money::Money;
use domain::shared::us_state::UsState;
use domain::sources::run::{NextRun, Past, RunReason, RunTrouble};

use crate::shared::store_error::StoreResult;

/// What a run has come to so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct RunCounts {
    pub plates: i32,
    pub calls: i32,
    pub rows: i32,
    pub filed: i32,
    pub changed: i32,
    pub settled: i32,
    /// Put before a person.
    pub queued: i32,
    /// Rows that could not be read, or are not believed.
    pub unreadable: i32,
}

/// A time that a source was asked, from its first plate to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRun {
    /// Identifier.
    pub id: SourceRunId,
    /// The source's short name.
    pub source: String,
    /// Why.
    pub reason: RunReason,
    /// Who was asked about since then is passed over.
    pub round_at: DateTime<Utc>,
    /// Who of the staff wanted it.
    pub by: Option<UserId>,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended, either way.
    pub ended_at: Option<DateTime<Utc>>,
    /// It waits until then.
    pub waits_until: Option<DateTime<Utc>>,
    /// It has come to this user.
    pub after: UserId,
    /// What came of it.
    pub counts: RunCounts,
    /// What went wrong.
    pub trouble: Option<RunTrouble>,
    /// What went wrong, and what could not be read, in sentences.
    pub words: Option<String>,
}

/// A run that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewRun<'a> {
    /// The source's short name.
    pub source: &'a str,
    /// Why, and whom it passes over.
    pub next: NextRun,
    /// Who of the staff wanted it.
    pub by: Option<UserId>,
    /// When.
    pub at: DateTime<Utc>,
}

/// A verified plate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedPlate {
    /// Whose.
    pub user: UserId,
    /// As plates are compared, and its state.
    pub plate: (String, UsState),
}

/// Which plates a run has still to ask about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StillToAsk<'a> {
    /// The source's short name.
    pub source: &'a str,
    /// Of users after this one.
    pub after: UserId,
    /// Not asked about since then, or since they were verified.
    pub round_at: DateTime<Utc>,
    /// Only those that were verified since then.
    pub verified_since: Option<DateTime<Utc>>,
    /// At most so many.
    pub most: i64,
}

/// An item that a source's citation is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceCitation {
    /// The source's short name.
    pub source: String,
    /// Whose data they are, such as `New York City`.
    pub authority: String,
    /// The issuer's number.
    pub number: String,
    /// Whose.
    pub user: UserId,
    /// The parking ticket.
    pub item: ParkingId,
    /// The plate that it was asked for by; none once its driver has closed the account.
    pub plate: Option<(String, UsState)>,
    /// What the source said last is owed.
    pub owed: Money,
    /// Since when nothing is owed.
    pub settled_at: Option<DateTime<Utc>>,
    /// When the source said so last.
    pub as_of: DateTime<Utc>,
}

/// Sources of citations, in the database.
pub trait Sources {
    /// Runs of a source, the newest first.
    fn source_runs(&mut self, source: &str, most: i64) -> StoreResult<Vec<SourceRun>>;
    /// The run that has not ended.
    fn open_source_run(&mut self, source: &str) -> StoreResult<Option<SourceRun>>;
    /// What is known of its runs.
    fn past_of_source(&mut self, source: &str) -> StoreResult<Past>;
    /// Begins a run; none when one has not ended.
    fn insert_source_run(&mut self, new: &NewRun<'_>) -> StoreResult<Option<SourceRun>>;
    /// Writes down how far a run has come; false when it has ended meanwhile.
    fn note_source_run(&mut self, run: &SourceRun) -> StoreResult<bool>;
    /// How many plates are verified, and of how many the source was asked about.
    fn count_source_plates(&mut self, source: &str) -> StoreResult<(i64, i64)>;
    /// The next plates of a run, by their users' ids.
    fn plates_to_ask(&mut self, which: StillToAsk<'_>) -> StoreResult<Vec<VerifiedPlate>>;
    /// Notes that these users' plates were asked about.
    fn note_asked(&mut self, source: &str, users: &[UserId], at: DateTime<Utc>) -> StoreResult<()>;
    /// What is known of these users' citations.
    fn source_citations_of(&mut self, source: &str, users: &[UserId]) -> StoreResult<Vec<SourceCitation>>;
    /// Who else has the citations of these numbers: number and user.
    fn others_with(
        &mut self,
        source: &str,
        numbers: &[String],
        not: UserId,
    ) -> StoreResult<Vec<(String, UserId)>>;
    /// Whether a source's citation is about this parking ticket.
    fn has_source(&mut self, item: ParkingId) -> StoreResult<bool>;
    /// Notes which item a citation is about, or what is owed for it now.
    fn put_source_citation(&mut self, citation: &SourceCitation) -> StoreResult<()>;
    /// Notes that the source said the same again.
    fn note_source_said(
        &mut self,
        source: &str,
        citations: &[(UserId, String)],
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
}
