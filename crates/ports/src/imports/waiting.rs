//! Waiting citations: no verified driver matches, so staff decide, or a driver is verified later.

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::accounts::verification::Claim;
use domain::imports::import::ImportKind;
use domain::imports::line::DriverIdentifiers;
use domain::shared::ids::{ImportId, UserId, WaitingId};

use crate::imports::files::StagedLine;
use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// A line that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWaitingCitation {
    /// Line number in the file.
    pub line: i32,
    /// The driver that staff should confirm or decline.
    pub candidate: Option<UserId>,
    /// Details on the line that identify its driver.
    pub named: DriverIdentifiers,
    /// The issuer's number, if the line has one.
    pub citation: Option<String>,
    /// The item's fields, by their stored names.
    pub fields: Vec<(String, String)>,
    /// Key that recognizes the line.
    pub key: [u8; 32],
    /// Number among the file's equal lines without an issuer's number, from 1.
    pub ordinal: u32,
    /// Why staff must decide, if the driver's unverified details aren't the only reason.
    pub reason: Option<String>,
}

/// A citation that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingCitation {
    /// Id of the waiting citation.
    pub id: WaitingId,
    /// The import it came from; `None` if it came from a city's data.
    pub import: Option<ImportId>,
    /// The city whose data it came from, if it wasn't a file.
    pub source: Option<String>,
    /// Why staff must decide, if the driver's unverified details aren't the only reason.
    pub reason: Option<String>,
    /// The kind of item.
    pub kind: ImportKind,
    /// The driver that staff should confirm or decline.
    pub candidate: Option<UserId>,
    /// The plate, normalized for comparison, and its state.
    pub plate: Option<(String, String)>,
    /// The license number, normalized for comparison, and its state.
    pub license: Option<(String, String)>,
    /// The email address that it names.
    pub email: Option<String>,
    /// The issuer's number, if it has one.
    pub citation: Option<String>,
    /// The item's fields, by their stored names.
    pub fields: Vec<(String, String)>,
    /// Number among the file's equal lines without an issuer's number, from 1.
    pub ordinal: u32,
    /// Since when it has been waiting.
    pub created_at: DateTime<Utc>,
}

/// What a waiting citation waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitReason {
    /// Waits for staff to decide whether it is the candidate's.
    ForDecision,
    /// Waits for a driver who matches.
    ForDriver,
}

/// Waiting citations in the database.
pub trait WaitingCitations {
    /// Adds lines of a file that is being checked.
    fn stage_waiting(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        lines: &[NewWaitingCitation],
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Deletes a file's unconfirmed lines.
    fn clear_waiting(&mut self, id: ImportId) -> StoreResult<()>;
    /// Returns a file's unconfirmed lines, in the file's order.
    fn staged_waiting(&mut self, id: ImportId, of: WaitReason, page: Page) -> StoreResult<Paged<StagedLine>>;
    /// Stores a confirmed file's lines as waiting citations and returns how many are new. An equal citation that
    /// already waits without a candidate gets the line's candidate, unless staff declined that driver for it.
    fn store_waiting(&mut self, id: ImportId, at: DateTime<Utc>) -> StoreResult<usize>;
    /// Deletes the waiting citations of a file. Returns how many there were.
    fn remove_waiting_of(&mut self, id: ImportId) -> StoreResult<usize>;
    /// Returns waiting citations, oldest first. A `candidate` limits them to those proposed for one driver.
    fn waiting(
        &mut self,
        of: WaitReason,
        candidate: Option<UserId>,
        page: Page,
    ) -> StoreResult<Paged<WaitingCitation>>;
    /// Locks these citations until the transaction ends.
    fn lock_waiting(&mut self, ids: &[WaitingId]) -> StoreResult<Vec<WaitingCitation>>;
    /// Deletes a citation that has become an item or never will.
    fn remove_waiting(&mut self, id: WaitingId) -> StoreResult<()>;
    /// Records that the citation isn't the candidate's, so it waits for another driver.
    fn decline_waiting(&mut self, id: WaitingId) -> StoreResult<()>;
    /// Returns those of these keys that a waiting citation has.
    fn waiting_keys(&mut self, kind: ImportKind, keys: &[[u8; 32]]) -> StoreResult<Vec<[u8; 32]>>;
    /// Returns the drivers that staff declined for the waiting citations with these keys.
    fn declined(&mut self, kind: ImportKind, keys: &[[u8; 32]]) -> StoreResult<Vec<([u8; 32], UserId)>>;
    /// Proposes a user for the waiting citations that name the newly verified detail. Returns how many there are.
    fn propose_for_waiting(&mut self, user: &User, claim: Claim) -> StoreResult<usize>;
    /// Queues a parking ticket from a city's data for staff to decide, with `new`'s reason; `false` if it
    /// already waits or was declined for the driver.
    fn queue_source_citation(
        &mut self,
        source: &str,
        new: &NewWaitingCitation,
        at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Stores the key that recognizes an item when its line appears again; `false` if the key is already known.
    /// `import` is `None` for an item that didn't come from a file.
    fn note_key(
        &mut self,
        kind: ImportKind,
        key: [u8; 32],
        is_citation: bool,
        item: i32,
        import: Option<ImportId>,
    ) -> StoreResult<bool>;
}
