//! Citations that aren't assigned to a driver yet, because no verified driver matches or because staff must decide.
//! Staff can assign a citation, and a driver whose details are verified later can be proposed for it.

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::accounts::verification::Claim;
use domain::imports::import::ImportKind;
use domain::imports::line::DriverIdentifiers;
use domain::shared::ids::{ImportId, UserId, WaitingId};

use crate::imports::files::StagedLine;
use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// A citation to store as waiting: a row of a file, or a citation from a city's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWaitingCitation {
    /// Line number in the file; 0 for a citation from a city's data.
    pub line: i32,
    /// The driver whom the citation may belong to, for staff to confirm or decline; `None` if no driver is proposed.
    pub candidate: Option<UserId>,
    /// Details on the row that identify its driver.
    pub driver_identifiers: DriverIdentifiers,
    /// The issuer's citation number, if the row has one.
    pub citation: Option<String>,
    /// The item's fields, by their stored names.
    pub fields: Vec<(String, String)>,
    /// Key by which a duplicate of the row is recognized.
    pub key: [u8; 32],
    /// Position among identical rows of the file, starting at 1. Only used for rows without a citation number.
    pub ordinal: u32,
    /// An additional reason why staff must decide, as a sentence for staff. `None` if the only reason is that
    /// no verified driver matches, or that staff must confirm the match.
    pub reason: Option<String>,
}

/// A citation that isn't assigned to a driver yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingCitation {
    /// Id of the waiting citation.
    pub id: WaitingId,
    /// The import that contained the citation; `None` if it came from a city's data.
    pub import: Option<ImportId>,
    /// The city whose data contained the citation; `None` if it came from a file.
    pub source: Option<String>,
    /// An additional reason why staff must decide, as a sentence for staff. `None` if the only reason is that
    /// no verified driver matches, or that staff must confirm the match.
    pub reason: Option<String>,
    /// The kind of item.
    pub kind: ImportKind,
    /// The driver whom the citation may belong to, for staff to confirm or decline; `None` if no driver is proposed.
    pub candidate: Option<UserId>,
    /// The plate on the citation, normalized for comparison, and its state; `None` if the citation has none.
    pub plate: Option<(String, String)>,
    /// The license number on the citation, normalized for comparison, and its state; `None` if the citation has none.
    pub license: Option<(String, String)>,
    /// The email address on the citation; `None` if the citation has none.
    pub email: Option<String>,
    /// The issuer's citation number, if there is one.
    pub citation: Option<String>,
    /// The item's fields, by their stored names.
    pub fields: Vec<(String, String)>,
    /// Position among identical rows of the file, starting at 1. Only used for rows without a citation number.
    pub ordinal: u32,
    /// When the citation was stored: when its file was checked, or when a query of a city's
    /// data returned the citation.
    pub created_at: DateTime<Utc>,
}

/// Why a citation isn't assigned yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitReason {
    /// Staff must decide whether the citation belongs to the driver who is proposed for it.
    ForDecision,
    /// No driver matches the citation, except drivers whom staff declined for it.
    ForDriver,
}

/// Citations in the database that aren't assigned to a driver yet.
pub trait WaitingCitations {
    /// Stores rows (`lines`) of a file that is being checked. Staff see the rows as citations to review after
    /// they confirm the import.
    fn stage_waiting_citations(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        lines: &[NewWaitingCitation],
        staged_at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Deletes the rows of a file that would become waiting citations. Staff haven't confirmed
    /// the file's import yet.
    fn delete_staged_waiting_citations(&mut self, id: ImportId) -> StoreResult<()>;
    /// Returns the rows of a file that wait for this reason, in the file's order. Staff haven't
    /// confirmed the file's import yet.
    fn staged_waiting_citations(
        &mut self,
        id: ImportId,
        reason: WaitReason,
        page: Page,
    ) -> StoreResult<Paged<StagedLine>>;
    /// Stores the rows of a confirmed file as waiting citations, and returns how many are new. A row whose
    /// citation already waits isn't stored again, but its driver may be proposed for that citation.
    fn store_staged_waiting_citations(
        &mut self,
        id: ImportId,
        stored_at: DateTime<Utc>,
    ) -> StoreResult<usize>;
    /// Deletes the waiting citations of a file. Returns how many were deleted.
    fn delete_waiting_citations_of_import(&mut self, id: ImportId) -> StoreResult<usize>;
    /// Returns waiting citations, oldest first. If `candidate` is given, returns only citations for which
    /// this driver is proposed.
    fn waiting_citations(
        &mut self,
        reason: WaitReason,
        candidate: Option<UserId>,
        page: Page,
    ) -> StoreResult<Paged<WaitingCitation>>;
    /// Locks these citations until the transaction ends and returns them.
    fn lock_waiting_citations(&mut self, ids: &[WaitingId]) -> StoreResult<Vec<WaitingCitation>>;
    /// Deletes a waiting citation, because it was filed as an item or because staff dismissed it.
    fn delete_waiting_citation(&mut self, id: WaitingId) -> StoreResult<()>;
    /// Stores that staff declined the driver who was proposed for the citation. The citation then
    /// waits for another driver.
    fn decline_proposed_driver(&mut self, id: WaitingId) -> StoreResult<()>;
    /// Returns the keys in `keys` that belong to waiting citations.
    fn keys_of_waiting_citations(
        &mut self,
        kind: ImportKind,
        keys: &[[u8; 32]],
    ) -> StoreResult<Vec<[u8; 32]>>;
    /// Returns pairs of a key in `keys` and a driver whom staff declined for the waiting citation with this key.
    fn declined_drivers(
        &mut self,
        kind: ImportKind,
        keys: &[[u8; 32]],
    ) -> StoreResult<Vec<([u8; 32], UserId)>>;
    /// Proposes `user` as the driver of imported citations that wait for their driver and have the user's newly
    /// verified email, license or plate (`claim`). Skips citations for which a driver is already proposed or staff
    /// declined this user. Returns the number of changed citations.
    fn propose_driver_for_waiting_citations(&mut self, user: &User, claim: Claim) -> StoreResult<usize>;
    /// Stores a parking ticket from the data of the city `source`, so that staff decide whether the ticket is the
    /// proposed driver's. If the ticket already waits without a proposed driver, only proposes the driver. Returns
    /// `false` if nothing changed.
    fn queue_source_citation(
        &mut self,
        source: &str,
        new: &NewWaitingCitation,
        queued_at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Stores the key by which an item is recognized if its row is imported again. Returns `false` if the key
    /// is already stored. `is_citation` says whether the key was computed from the issuer's citation number.
    /// `import` is `None` for an item that didn't come from a file.
    fn store_import_key(
        &mut self,
        kind: ImportKind,
        key: [u8; 32],
        is_citation: bool,
        item: i32,
        import: Option<ImportId>,
    ) -> StoreResult<bool>;
}
