//! Citations that no verified driver matches: for a person to decide, or for a driver who is verified later.

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::accounts::verification::Claim;
use domain::imports::import::ImportKind;
use domain::imports::line::DriverNamed;
use domain::shared::ids::{ImportId, UserId, WaitingId};

use crate::imports::files::StagedLine;
use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// A line that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWaiting {
    /// Where in the file.
    pub line: i32,
    /// Whom a person should decide on.
    pub candidate: Option<UserId>,
    /// Whom it names.
    pub named: DriverNamed,
    /// The issuer's number.
    pub citation: Option<String>,
    /// What it makes, by the house's names.
    pub fields: Vec<(String, String)>,
    /// By what it is known again.
    pub key: [u8; 32],
    /// Among its file's equal lines without a number: the first is 1.
    pub ordinal: u32,
}

/// A citation that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingCitation {
    /// Identifier.
    pub id: WaitingId,
    /// The file that it came in; none when a city's data brought it.
    pub import: Option<ImportId>,
    /// Whose data brought it, when it was no file.
    pub source: Option<String>,
    /// Why a person decides, where it is more than that what it names is not verified.
    pub reason: Option<String>,
    /// What it makes.
    pub kind: ImportKind,
    /// Whom a person should decide on.
    pub candidate: Option<UserId>,
    /// The plate that it names, as plates are compared, and its state.
    pub plate: Option<(String, String)>,
    /// The license, in the same way.
    pub license: Option<(String, String)>,
    /// The e-mail.
    pub email: Option<String>,
    /// The issuer's number.
    pub citation: Option<String>,
    /// What it makes, by the house's names.
    pub fields: Vec<(String, String)>,
    /// Among its file's equal lines without a number: the first is 1.
    pub ordinal: u32,
    /// Since when it waits.
    pub created_at: DateTime<Utc>,
}

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// For a person's decision.
    ForDecision,
    /// For a driver.
    ForDriver,
}

/// Citations that wait, in the database.
pub trait Waiting {
    /// Adds lines of a file that is being checked.
    fn stage_waiting(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        lines: &[NewWaiting],
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Forgets a file's lines that nobody has confirmed.
    fn clear_waiting(&mut self, id: ImportId) -> StoreResult<()>;
    /// A file's lines that nobody has confirmed, in its order.
    fn staged_waiting(&mut self, id: ImportId, of: Waits, page: Page) -> StoreResult<Paged<StagedLine>>;
    /// Keeps a confirmed file's lines. Of those that wait already one that has no candidate takes the line's, unless it was declined
    /// for them. Answers how many are new.
    fn keep_waiting(&mut self, id: ImportId, at: DateTime<Utc>) -> StoreResult<usize>;
    /// Takes back what a file has waiting; answers how many.
    fn remove_waiting_of(&mut self, id: ImportId) -> StoreResult<usize>;
    /// Those that wait, the oldest first; of one candidate, or of all.
    fn waiting(
        &mut self,
        of: Waits,
        candidate: Option<UserId>,
        page: Page,
    ) -> StoreResult<Paged<WaitingCitation>>;
    /// These, held until the transaction ends.
    fn lock_waiting(&mut self, ids: &[WaitingId]) -> StoreResult<Vec<WaitingCitation>>;
    /// Removes one: it has become an item, or will never be one.
    fn remove_waiting(&mut self, id: WaitingId) -> StoreResult<()>;
    /// Notes that it is not its candidate's: it waits for another one.
    fn decline_waiting(&mut self, id: WaitingId) -> StoreResult<()>;
    /// Of what waits under these keys, whom a person said that it is not for.
    fn declined(&mut self, kind: ImportKind, keys: &[[u8; 32]]) -> StoreResult<Vec<([u8; 32], UserId)>>;
    /// Puts before a person what names something that is verified by now; answers how many.
    fn offer_waiting(&mut self, user: &User, claim: Claim) -> StoreResult<usize>;
    /// Puts a parking ticket of a city's data before a person; false when the same one waits already, or was declined for them.
    fn queue_of_source(
        &mut self,
        source: &str,
        new: &NewWaiting,
        reason: &str,
        at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Notes by what an item is known again when its line comes once more; false when it is known already. `import` is none of what
    /// no file brought.
    fn note_key(
        &mut self,
        kind: ImportKind,
        key: [u8; 32],
        is_citation: bool,
        item: i32,
        import: Option<ImportId>,
    ) -> StoreResult<bool>;
}
